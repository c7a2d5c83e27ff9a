// `drizzle-paginate/temporal`: Temporal value types, and columns that hold them.
export {
  pgDuration,
  pgInstant,
  pgPlainDate,
  pgPlainDateTime,
  pgPlainTime,
  pgPlainYearMonth,
  pgZonedDateTime,
  pgZonedDateTimeIn,
} from './pg-columns.js'
export {
  sqliteDuration,
  sqliteInstant,
  sqlitePlainDate,
  sqlitePlainDateTime,
  sqlitePlainTime,
  sqlitePlainYearMonth,
  sqliteZonedDateTime,
  sqliteZonedDateTimeIn,
} from './sqlite-columns.js'
export { setTemporal, type TemporalApi, type TemporalImplementation } from './temporal-api.js'
export {
  duration,
  instant,
  plainDate,
  plainDateTime,
  plainTime,
  plainYearMonth,
  temporalTypes,
  zonedDateTime,
} from './value-types.js'
