// Builder, run time: one writer per refusal of `build()`. `types/type-error.ts` says the same sentences at compile time.
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import { PaginateConfigError } from '../errors.js'
import type {
  CallSentences,
  ConfigSentences,
  EmptyDto,
  FieldTwice,
  ListOfNames,
  NoElementType,
  NoOperators,
  NotSelectable,
  NotText,
  NullableTieBreaker,
  OperatorNotSupported,
  PrefixTwice,
  UnknownDtoKey,
  UnknownField,
  WrongDatabase,
} from '../types/type-error.js'

// Each sentence has the type of its compile-time twin: a word changed on one side alone does not compile.
const sentences: ConfigSentences = {
  needsLimits: '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.',
  needsTieBreaker: '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.',
  danglingWhen: '.when() gates the declaration that follows it; put one after it.',
  whenNotGateable: '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  nothingSortable: '.defaultSortBy() needs a sortable field; call .sortable() before it.',
  relevanceTaken: `.searchWith() gives the name 'relevance' to the rank of a search, which a field has; rename the field.`,
  badgeFirst: '.showBadge() marks the declaration just before it; put one there.',
  noEstimate: '.withTotals({ estimate: true }) needs PostgreSQL or MySQL, whose planners estimate; leave estimate out.',
}

/** Sentences for the arguments of calls. */
export const callRefusals: CallSentences = {
  needsScope: 'The list is scoped, and the call has no scope; pass options.scope.',
  needsWhere: 'The list is scoped, and rows in memory need the scope as a predicate; pass options.where.',
  unbuilt: 'The configuration is not built; call .build() at the end of its chain.',
  uncalledVariants: 'The configuration is a function made by configVariants(); call it with its flags.',
  wrongTable: 'The table must be a Drizzle table or view, not a module of tables or a name; pass one.',
  wrongConfig: 'The configuration must be one that paginateConfig(table)….build() returned; pass one.',
  wrongQuery: 'The query must be a PaginateQuery or a plain record; PaginateQuery.from(source) makes one of a request, a URL or text.',
}
const sentenceOf = (title: string): string =>
  `The database must be a Drizzle database or transaction of ${title}, as the configuration's table is; pass one.`
/** The type of one dialect's sentence stands for all of them. */
export const wrongDatabase = (dialect: DialectName): WrongDatabase<'sqlite'> =>
  sentenceOf(dialectFacts(dialect).title) as WrongDatabase<'sqlite'>

const listOfNames = <const Methods extends string>(methods: Methods): ListOfNames<Methods> =>
  `.${methods}() must get names one by one, not a list; spread it.`
const notText = <const Name extends string>(name: Name): NotText<Name> =>
  `.searchable('${name}') needs a text field; leave it out or search another.`
const noOperators = <const Name extends string>(name: Name): NoOperators<Name> =>
  `.filterable('${name}') needs a value type; give the field one with .field(name, selector, valueType).`
const noElementType = <const Name extends string>(name: Name): NoElementType<Name> =>
  `.filterableMany('${name}') needs a value type for its element; pass { selector, valueType } in its place.`
const nullableTieBreaker = <const Name extends string>(name: Name): NullableTieBreaker<Name> =>
  `.withTieBreaker('${name}') must not be nullable; name a column that is never null.`
const unknownField = <const Method extends string, const Name extends string>(method: Method, name: Name): UnknownField<Method, Name> =>
  `.${method}('${name}') names no field; declare it with a join or .field().`
const prefixTwice = <const Prefix extends string>(prefix: Prefix): PrefixTwice<Prefix> =>
  `The join prefix '${prefix}' is used twice; give each join a prefix of its own.`
const fieldTwice = <const Name extends string>(name: Name): FieldTwice<Name> =>
  `.field('${name}') has the name of another field; choose a name of its own, upper and lower case aside.`
const unknownDtoKey = <const Key extends string>(key: Key): UnknownDtoKey<Key> =>
  `.dto() has a key '${key}' that matches no field; name a field or remove it.`
const emptyDto: EmptyDto = '.dto() needs a shape with at least one key; name the fields of an item.'

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** Sentences of `PaginateConfigError`: what is wrong, then what to do. */
export const configRefusals = {
  ...sentences,
  notText,
  listOfNames,
  noOperators,
  noElementType,
  unknownField,
  nullableTieBreaker,
  prefixTwice,
  fieldTwice,
  unknownDtoKey,
  emptyDto,

  notATable: 'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.',
  scopeNotAFunction: '.scopedBy() needs a function of the scope that answers a condition; pass one.',
  limitsOutOfOrder: (defaultLimit: unknown, maxLimit: unknown) =>
    `.withLimits(${String(defaultLimit)}, ${String(maxLimit)}) needs whole numbers with 1 <= default <= max; correct them.`,
  settingOutOfRange: (method: string, value: unknown, min: number) =>
    `.${method}(${String(value)}) needs a whole number of at least ${min}; correct it.`,
  searchLengthsOutOfOrder: (min: number, max: number) =>
    `.withMinSearchLength(${min}) is more than .withMaxSearchLength(${max}) allows; correct one of them.`,
  likeStrategyUnknown: (strategy: unknown) => `.withLikeStrategy('${String(strategy)}') needs 'native' or 'portable'; name one.`,
  namesDifferInCase: (one: string, other: string) =>
    `The fields '${one}' and '${other}' differ only in case; rename one, since clients may write either.`,
  emptyName: (method: string) => `.${method}() needs a name that is not empty; give it one.`,
  prefixNotPlain: (prefix: string) => `The join prefix '${prefix}' must be a plain name without a dot; rename it.`,
  joinTableTwice: (prefix: string, table: string) =>
    `The join '${prefix}' joins '${table}', which is in the query already; join an alias of it instead.`,
  readsElsewhere: (method: string, name: string, table: string) =>
    `.${method}('${name}') reads '${table}', which is not in the query; join it first, or read it in a sub-select.`,
  sourceWithoutAlias: (source: string, key: string) =>
    `'${source}' selects an expression '${key}' without a name; give it one with .as('${key}').`,
  sourceNested: (source: string, key: string) =>
    `'${source}' selects a record '${key}'; select its members one by one, each with a name of its own.`,
  sourceNameTwice: (source: string, key: string, name: string) =>
    `'${source}' selects two columns named '${name}'; give '${key}' another name with sql\`…\`.as('${key}').`,
  sourceIsCte: (source: string) =>
    `'${source}' is a common table expression, which the statements of a list cannot begin with; use a sub-query, made with .as('${source}').`,
  notSelectable: <const Method extends string, const Name extends string>(method: Method, name: Name): NotSelectable<Method, Name> =>
    `.${method}('${name}') needs a column or an SQL expression; pass one.`,
  valueTypeUnknown: (name: string, valueType: string) =>
    `.field('${name}') has an unknown value type '${valueType}'; use a built-in name, a registered type, or a Standard Schema.`,
  emptyNames: (method: string) => `.${method}() needs at least one field; name one.`,
  emptyOperators: (method: string, name: string) => `.${method}('${name}') needs at least one operator; name one.`,
  operatorUnknown: (method: string, name: string, operator: string) =>
    `.${method}('${name}') has an unknown operator '${operator}'; use one such as '$eq'.`,
  operatorNotSupported: (
    method: string,
    name: string,
    operator: string,
    type: string,
    operators: readonly string[],
  ): OperatorNotSupported<string, string, string, string, string> =>
    `.${method}('${name}') cannot grant '${operator}' on type '${type}'; it supports ${list(operators)}.`,
  collectionTableInUse: (name: string, table: string) =>
    `.filterableMany('${name}') reads '${table}', which is in the query already; read an alias of it instead.`,
  windowInCondition: (method: string, name: string) =>
    `.${method}('${name}') reads a window function, which SQL allows in no condition; select it in a sub-query and list that.`,
  windowUnderCursors: (name: string) =>
    `.sortable('${name}') reads a window function, whose value changes with the rows that are read; leave it out of a list with .withCursors().`,
  filterTwice: (name: string) => `The filter '${name}' is declared twice with different meanings; rename one.`,
  notSortable: (name: string) => `.defaultSortBy('${name}') needs a sortable field; add .sortable('${name}').`,
  directionUnknown: (method: string, name: string, direction: unknown) =>
    `.${method}('${name}') has an unknown direction '${String(direction)}'; use 'asc' or 'desc'.`,
  notUnique: (names: readonly string[]) =>
    `.withTieBreaker(${list(names)}) is not shown to be unique by a primary key, unique column or unique index; ` +
    'add the columns that make it so, or vouch for it with { assumeUnique: true }.',
  dtoKeyMatchesTwo: (key: string, one: string, other: string) =>
    `.dto() has a key '${key}' that matches both '${one}' and '${other}'; name one of them.`,
  dtoKeysMatchOne: (one: string, other: string) => `.dto() has the keys '${one}' and '${other}' for one field; remove one.`,
  dtoNotAShape: '.dto() needs a record of names or an object schema that can list its keys; pass one.',
  searchNotAFunction: '.searchWith() needs a function that answers SQL, or { where, rank } of SQL; pass one such as fullText(column).',
  calledTwice: (method: string) => `.${method}() is called twice; keep one of the calls.`,
  totalsUnknown: (mode: unknown) =>
    `.withTotals() needs 'exact', 'none' or { upTo, estimate }, not '${typeof mode === 'object' ? 'an object' : String(mode)}'; pass one.`,
  boundOutOfRange: (upTo: unknown) => `.withTotals({ upTo: ${String(upTo)} }) needs a whole number of at least 1; correct it.`,
  sealIncomplete: '.withCursors({ seal, open }) needs two functions; pass both or neither.',
  dtoFalse: (key: string) => `.dto() has the key '${key}' set to false; leave out what an item should not have.`,
} as const

/** Ends `build()`; never returns. */
export function refuse(sentence: string): never {
  throw new PaginateConfigError(sentence)
}
