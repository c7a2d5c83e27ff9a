// Builder, run time: one writer per refusal of `build()`. `types/type-error.ts` says the same sentences at compile time.
import { PaginateConfigError } from '../errors.js'
import type {
  ConfigSentences, EmptyDto, FieldTwice, NoElementType, NoOperators, NotText, NullableTieBreaker, OperatorNotSupported, PrefixTwice,
  UnknownDtoKey, UnknownField,
} from '../types/type-error.js'

// Each sentence has the type of its compile-time twin: a word changed on one side alone does not compile.
const sentences: ConfigSentences = {
  needsLimits: '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.',
  needsTieBreaker: '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.',
  danglingWhen: '.when() gates the declaration that follows it; put one after it.',
  whenNotGateable: '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  nothingSortable: '.defaultSortBy() needs a sortable field; call .sortable() before it.',
  badgeFirst: '.showBadge() marks the declaration just before it; put one there.',
}

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
  noOperators,
  noElementType,
  unknownField,
  nullableTieBreaker,
  prefixTwice,
  fieldTwice,
  unknownDtoKey,
  emptyDto,

  notATable: 'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.',
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
  notSelectable: (method: string, name: string) => `.${method}('${name}') needs a column or an SQL expression; pass one.`,
  valueTypeUnknown: (name: string, valueType: string) =>
    `.field('${name}') has an unknown value type '${valueType}'; use a built-in name, a registered type, or a Standard Schema.`,
  emptyNames: (method: string) => `.${method}() needs at least one field; name one.`,
  emptyOperators: (method: string, name: string) => `.${method}('${name}') needs at least one operator; name one.`,
  operatorUnknown: (method: string, name: string, operator: string) =>
    `.${method}('${name}') has an unknown operator '${operator}'; use one such as '$eq'.`,
  operatorNotSupported: (
    method: string, name: string, operator: string, type: string, operators: readonly string[],
  ): OperatorNotSupported<string, string, string, string, string> =>
    `.${method}('${name}') cannot grant '${operator}' on type '${type}'; it supports ${list(operators)}.`,
  collectionTableInUse: (name: string, table: string) =>
    `.filterableMany('${name}') reads '${table}', which is in the query already; read an alias of it instead.`,
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
  dtoFalse: (key: string) => `.dto() has the key '${key}' set to false; leave out what an item should not have.`,
} as const

/** Ends `build()`; never returns. */
export function refuse(sentence: string): never {
  throw new PaginateConfigError(sentence)
}
