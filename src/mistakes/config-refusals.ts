// Builder, run time: one writer per rejection of `build()`, used as `configRefusals.notText(name)`.
// `types/type-error.ts` says the same sentences at compile time. What is wrong comes first, then what to do. A module
// of functions, not a table of them: a bundler shortens their names and leaves out those that are not called.
import type {
  ChildrenTwice,
  EmptyChildren,
  EmptyNames,
  EmptySelect,
  FieldTwice,
  ListOfNames,
  ListOfOperators,
  NeedsCollection,
  NeedsRows,
  NoElementType,
  NotAnAggregate,
  PrefixIsField,
  SelectMember,
  SelectRows,
  SelectTable,
  NoOperators,
  NotFilterable,
  NotSelectable,
  NotText,
  NullableTieBreaker,
  OperatorNotSupported,
  OtherDialect,
  PrefixTwice,
  UnknownSelectKey,
  UnknownField,
} from '../types/type-error.js'
import { shown } from './shown.js'

export * from '../types/config-sentences.js'

// Each sentence has the type of its compile-time twin: a word changed on only one side does not compile.
export const listOfNames = <const Methods extends string>(methods: Methods): ListOfNames<Methods> =>
  `.${methods}() must get names one by one, not a list or a column; spread a list, and name the field of a column.`
export const notText = <const Name extends string>(name: Name): NotText<Name> =>
  `.searchable('${name}') needs a text field; leave it out or search another.`
export const noOperators = <const Name extends string>(name: Name): NoOperators<Name> =>
  `.filterable('${name}') needs a value type; give the field one with .field(name, selector, valueType).`
export const noElementType = <const Name extends string>(name: Name): NoElementType<Name> =>
  `.filterableMany('${name}') needs a value type for its element; pass { selector, valueType } in its place.`
export const nullableTieBreaker = <const Name extends string>(name: Name): NullableTieBreaker<Name> =>
  `.withTieBreaker('${name}') must not be nullable; name a column that is never null (.notNull()).`
export const unknownField = <const Method extends string, const Name extends string>(
  method: Method,
  name: Name,
): UnknownField<Method, Name> => `.${method}('${name}') names no field; declare it with a join or .field().`
export const prefixTwice = <const Prefix extends string>(prefix: Prefix): PrefixTwice<Prefix> =>
  `The join prefix '${prefix}' is used twice; give each join a prefix of its own.`
export const fieldTwice = <const Method extends string, const Name extends string>(
  method: Method,
  name: Name,
): FieldTwice<Method, Name> =>
  `.${method}('${name}') has the name of another field; choose a name of its own, upper and lower case aside.`
export const unknownSelectKey = <const Key extends string>(key: Key): UnknownSelectKey<Key> =>
  `.select() has a key '${key}' that matches no field; name a field or remove it.`
export const needsCollection = <const Name extends string>(name: Name): NeedsCollection<Name> =>
  `.filterableMany('${name}') needs rows made by rowsOf(table, on), or by its .every() or .none(); pass them.`
export const needsRows = <const Method extends string, const Name extends string>(
  method: Method,
  name: Name,
): NeedsRows<Method, Name> => `.${method}('${name}') needs rows made by rowsOf(table, on); pass them.`
export const rowsOfNeeds = (method: string, name: string, part: 'a table or a view' | 'SQL as each condition') =>
  `The rowsOf() of .${method}('${name}') needs ${part}; correct it.`
export const childrenTwice = <const Name extends string>(name: Name): ChildrenTwice<Name> =>
  `.children('${name}') has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.`
export const emptyChildren = <const Name extends string>(name: Name): EmptyChildren<Name> =>
  `.children('${name}') needs a selection with at least one member; name the columns of a child.`
export const notAnAggregate = <const Call extends string>(call: Call): NotAnAggregate<Call> =>
  `${call} needs an aggregate of SQL, such as sum(column) or max(column); pass one.`
export const summaryOfRows =
  'A summary is one row, and its statement has none or several; write each member with an aggregate, such as sum(column).'
export const prefixIsField = <const Prefix extends string>(prefix: Prefix): PrefixIsField<Prefix> =>
  `The join prefix '${prefix}' is the name of a field; give the join another prefix.`
export const selectMember = <const Key extends string>(key: Key): SelectMember<Key> =>
  `.select() has a key '${key}' of another kind; give it true, a column, SQL or a record, or false to leave it out.`
export const selectRows = <const Key extends string>(key: Key): SelectRows<Key> =>
  `.select() has a key '${key}' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`
export const selectTable = <const Key extends string>(key: Key): SelectTable<Key> =>
  `.select() has a key '${key}' with a table; give it true if the key is the prefix of a join, or a record of columns.`
export const emptySelect: EmptySelect = '.select() needs a shape with at least one key; name the fields of an item.'
export const selectNothingLeft =
  '.select() names only children that .when() switches off; name a member that every variant has.'
export const memberUnnamable = (method: string, name: string): string =>
  `.${method}() has the name '${name}', which no member of an item can have; choose another.`
/** Of a record inside a shape whose members are all left out. */
export const emptyMember = (key: string): string =>
  `.select() has a key '${key}' with no member; name one, or give false to leave the key out.`
/** Of a children set, or a record of its selection, as a schema describes it. */
export const unlistedMembers = (key: string): string =>
  `.select() has a key '${key}' whose members the schema does not list; list them, or pass a record of names.`

/** A value that should be a number: text has quotes, so that it does not look like one. */
const shownNumber = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : shown(value))

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

export const notATable = 'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.'
export const scopeNotAFunction = '.scopedBy() needs a function of the scope that answers a condition; pass one.'
export const noFlags =
  'The function of configVariants() must be called with a plain record of flags; pass one, such as { moderate: true }.'
export const gateNotBoolean = '.when() needs a boolean; pass true or false.'
export const flagNotBoolean = (name: string) =>
  `The flag '${name}' of configVariants() must be a boolean; pass true or false.`
export const noTimeZone = (call: string) =>
  `${call} needs a record with a time zone, such as { timeZone: 'Europe/Berlin' }; pass one.`
export const wrongClock = 'The option now must return a valid Date; correct the function.'
export const limitsOutOfOrder = (defaultLimit: unknown, maxLimit: unknown) =>
  `.withLimits(${shownNumber(defaultLimit)}, ${shownNumber(maxLimit)}) needs whole numbers with 1 <= default <= max; correct them.`
export const settingOutOfRange = (method: string, value: unknown, min: number) =>
  `.${method}(${shownNumber(value)}) needs a whole number of at least ${min}; correct it.`
export const searchLengthsOutOfOrder = (min: number, max: number) =>
  `.withMinSearchLength(${min}) is more than .withMaxSearchLength(${max}) allows; correct one of them.`
export const settingsNotARecord =
  'The settings of paginateConfig() are a record such as { strictParameters: true }; pass one.'
export const settingOfKind = (name: string, kind: string) =>
  `The setting ${name} of paginateConfig() needs ${kind}; correct it.`
export const namesDifferInCase = (one: string, other: string) =>
  `The fields '${one}' and '${other}' differ only in case; rename one, since clients may write either.`
export const emptyName = (method: string) => `.${method}() needs a name as its first argument; give it one.`
export const argumentUnread = (method: string, argument: unknown) =>
  `.${method}() cannot take the argument '${shown(argument)}'; correct it or leave it out.`
export const emptyKey = (name: string) =>
  `.filterableMany('${name}') has a key without a name in its record; give it one.`
export const prefixNotPlain = (prefix: string) =>
  `The join prefix '${prefix}' must be a plain name without a dot; rename it.`
export const joinTableTwice = (prefix: string, table: string) =>
  `The join '${prefix}' joins '${table}', which is in the query already; join an alias of it instead.`
export const joinToMany = (prefix: string, table: string, columns: readonly string[]) =>
  `The join '${prefix}' finds several rows of '${table}' for one row, since ` +
  `${columns.length === 0 ? 'its condition sets no column of theirs equal to another or to a value' : `no unique key covers ${list(columns)}`}; ` +
  'use .filterableMany(), .children() or rowsOf(…).count() for them, or vouch for one row with { assumeUnique: true }.'
export const joinOptionsUnknown = (prefix: string) =>
  `The join '${prefix}' needs { assumeUnique: true } as its last argument, or none; correct it.`
export const joinIncomplete = (method: string, prefix: string) =>
  `.${method}('${prefix}') needs a table and a condition, such as eq(table.id, other.tableId); pass both.`
export const readsElsewhere = (method: string, name: string | null, table: string) =>
  `.${method}(${name === null ? '' : `'${name}'`}) reads '${table}', which is not in the query; join it first, or read it in a sub-select.`
export const sourceWithoutAlias = (source: string, key: string) =>
  `'${source}' selects an expression '${key}' without a name; give it one with .as('${key}').`
export const sourceNested = (source: string, key: string) =>
  `'${source}' selects a record '${key}'; select its members one by one, each with a name of its own.`
export const sourceNameTwice = (source: string, key: string, name: string) =>
  `'${source}' selects two columns named '${name}'; give '${key}' another name with sql\`…\`.as('${key}').`
export const sourceIsCte = (source: string) =>
  `'${source}' is a common table expression, which the statements of a list cannot begin with; use a sub-query, made with .as('${source}').`
export const sourceNameReserved = (source: string) =>
  `'${source}' is a name that the statements of a list use themselves; read an alias of the table instead.`
export const notSelectable = <const Method extends string, const Name extends string>(
  method: Method,
  name: Name,
): NotSelectable<Method, Name> => `.${method}('${name}') needs a column or an SQL expression; pass one.`
export const valueTypeUnknown = (method: string, name: string, valueType: string) =>
  `.${method}('${name}') has an unknown value type '${valueType}'; use a built-in name, a registered type, or a Standard Schema.`
export const emptyNames = <const Method extends string>(method: Method): EmptyNames<Method> =>
  `.${method}() needs at least one field; name one.`
export const emptyOperators = (method: string, name: string) =>
  `.${method}('${name}') needs at least one operator; name one.`
export const operatorUnknown = (method: string, name: string, operator: string) =>
  `.${method}('${name}') has an unknown operator '${operator}'; use one such as '$eq'.`
export const listOfOperators = <const Method extends string, const Name extends string>(
  method: Method,
  name: Name,
): ListOfOperators<Method, Name> => `.${method}('${name}') must get its operators one by one, not a list; spread it.`
export const otherDialect = <const Table extends string, const Title extends string>(
  table: Table,
  dialect: Title,
): OtherDialect<Table, Title> => `The table '${table}' is not of ${dialect}, as the list's table is; use one that is.`
export const operatorNotSupported = (
  method: string,
  name: string,
  operator: string,
  type: string,
  operators: readonly string[],
): OperatorNotSupported<string, string, string, string, string> =>
  `.${method}('${name}') cannot grant '${operator}' on type '${type}'; it supports ${list(operators)}.`
export const notComparable = (name: string, type: string, dialect: string) =>
  `.sortable('${name}') has the type '${type}', which ${dialect} cannot sort; sort by an expression over it, declared with .field().`
export const windowInCondition = (method: string, name: string) =>
  `.${method}('${name}') reads a window function, which SQL allows in no condition; select it in a sub-query and list that.`
export const volatileUnderCursors = (name: string, call: string) =>
  `.sortable('${name}') reads ${call}(), whose value changes with every statement; order by a seed, or leave it out of a list with .withCursors().`
export const windowUnderCursors = (name: string) =>
  `.sortable('${name}') reads a window function, whose value changes with the rows that are read; leave it out of a list with .withCursors().`
export const windowInWalk = (name: string) =>
  `The item's '${name}' is a window function, whose value changes with the rows that are read; leave it out of streams and lists with .withCursors().`
export const undividedWindow = (name: string) =>
  `.children('${name}') reads a window function over the children of all items; partition it by the column that ties a child to its item.`
export const filterTwice = (name: string) =>
  `The filter '${name}' is declared twice with different meanings; rename one.`
export const notSortable = (name: string) =>
  `.defaultSortBy('${name}') needs a sortable field; add .sortable('${name}').`
export const directionUnknown = (method: string, name: string, direction: unknown) =>
  `.${method}('${name}') has an unknown direction '${shown(direction)}'; use 'asc' or 'desc'.`
export const notUnique = (names: readonly string[]) =>
  `.withTieBreaker(${list(names)}) is not shown to be unique by a primary key, unique column or unique index; ` +
  'add the columns that make it so, or vouch for it with { assumeUnique: true }.'
export const selectKeyMatchesTwo = (key: string, one: string, other: string) =>
  `.select() has a key '${key}' that matches both '${one}' and '${other}'; name one of them.`
export const selectKeysMatchOne = (one: string, other: string) =>
  `.select() has the keys '${one}' and '${other}' for one field; remove one.`
export const selectNotAShape = '.select() needs a record of names or an object schema that can list its keys; pass one.'
export const searchNotAFunction =
  '.searchWith() needs a function that answers SQL, { where, rank } or { distance } of SQL; pass one such as fullText([column]).'
export const calledTwice = (method: string) => `.${method}() is called twice; keep one of the calls.`
export const totalsUnknown = (mode: unknown) =>
  `.withTotals() needs 'exact', 'none' or { upTo, estimate }, not '${shown(mode)}'; pass one.`
export const boundOutOfRange = (upTo: unknown) =>
  `.withTotals({ upTo: ${shownNumber(upTo)} }) needs a whole number of at least 1; correct it.`
export const expressionBoundsUnknown =
  '.withFilterExpressions() needs a record of bounds or nothing; pass { maxTerms, maxDepth }.'
export const expressionBoundOutOfRange = (name: string, value: unknown) =>
  `.withFilterExpressions({ ${name}: ${shownNumber(value)} }) needs a whole number of at least 1; correct it.`
export const rowCursorsUnknown =
  ".withCursors({ rows }) must be true or false; leave it out for the cursors of a page's ends."
export const sealIncomplete = '.withCursors({ seal, open }) needs two functions; pass both or neither.'
export const childLimitOutOfRange = (name: string, limit: unknown) =>
  `.children('${name}', …, { limit: ${shownNumber(limit)} }) needs a whole number of at least 1; correct it.`
export const childOrderNotAList = (name: string) =>
  `.children('${name}', …, { orderBy }) needs a list of columns and order terms; pass one such as [asc(column)].`
export const childrenWithoutKey = (name: string, table: string) =>
  `.children('${name}') needs a key of '${table}' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.`
export const rowsTableInUse = (method: string, name: string, table: string) =>
  `.${method}('${name}') reads '${table}', which is in the query already; read an alias of it instead.`
export const omitUnknown = (name: string) => `.omit('${name}') names no column of the table; name one or remove it.`
export const omitAll = '.omit() leaves an item without a member; keep at least one column.'
export const nullsUnknown = (nulls: unknown) =>
  `.sortable() has nulls '${shown(nulls)}'; use 'first', 'last', 'smallest' or 'largest'.`
export const orderOfSeveral = '.defaultSortBy() has several terms in one template; pass each as an argument of its own.'
export const orderUnread = (text: string) =>
  `.defaultSortBy() cannot read '${text}' within a term; write one direction, at the end of the term.`
export const orderWithoutField =
  '.defaultSortBy() has an expression that no field has, which .withCursors() needs; declare it with .field(name, selector, valueType).'
export const orderByVolatile = (call: string) =>
  `.defaultSortBy() reads ${call}(), whose value changes with every statement; order by a seed, or leave it out of a list with .withCursors().`
export const orderOverWindow =
  '.defaultSortBy() reads a window function, whose value changes with the rows that are read; leave it out of a list with .withCursors().'
export const orderBesideSort = '.defaultSortBy() has names in one call and order terms in another; keep one kind.'

export const ownFilterNotAFunction = (name: string): string =>
  `.filterWith('${name}') needs a function that answers a condition; pass one after the value type.`
export const ownFilterNeedsType = (name: string): string =>
  `.filterWith('${name}') needs the value type of a single value; name one such as 'text' or 'integer'.`
export const ownFilterThrew = (name: string): string =>
  `The function of .filterWith('${name}') threw an error; see its cause.`
export const ownFilterNoSql = (name: string): string =>
  `The function of .filterWith('${name}') returned no SQL; return a condition for every criterion.`
export const defaultFilterUnknown = <const Name extends string>(name: Name): NotFilterable<Name> =>
  `.defaultFilter('${name}') needs a filterable field; declare it with .filterable('${name}', …).`
export const defaultFilterInvalid = (name: string, why: string): string =>
  `.defaultFilter('${name}') has a wrong criterion: ${why}`
