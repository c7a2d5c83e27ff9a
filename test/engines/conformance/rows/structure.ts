// What is made of criteria: connectors, fields together, quantifiers, joins.
import { type Row, row } from '../row.js'
import { idsWhere, type Subject, SUBJECTS } from '../subjects.js'

type Holds = (subject: Subject) => boolean
const encode = encodeURIComponent

/** Criteria on one field, in order, each with its connector. */
const chain = (
  field: string,
  criteria: readonly (readonly [text: string, holds: Holds])[],
  list: 'articles' = 'articles',
): Row => {
  const holds: Holds = (subject) => {
    let joined = true
    for (const [text, test] of criteria)
      joined = /(^|:)\$or:/i.test(text) ? joined || test(subject) : joined && test(subject)
    return joined
  }
  return row('Connectors', list, criteria.map(([text]) => `filter.${field}=${encode(text)}`).join('&'), {
    ids: idsWhere(holds),
  })
}

const viewsAre =
  (value: number): Holds =>
  ({ views }) =>
    views === value
const viewsAtLeast =
  (value: number): Holds =>
  ({ views }) =>
    views >= value
const not =
  (holds: Holds): Holds =>
  (subject) =>
    !holds(subject)
const bodyIs =
  (text: string): Holds =>
  ({ body }) =>
    body === text
const noBody: Holds = ({ body }) => body === null

const connectors = [
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$or:$eq:5', viewsAre(5)],
  ]),
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$eq:5', viewsAre(5)],
  ]),
  chain('views', [
    ['$gte:5', viewsAtLeast(5)],
    ['$and:$not:$eq:10', not(viewsAre(10))],
  ]),
  // From left to right, without precedence: (a or b) and c, then (a and b) or c.
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$or:$eq:5', viewsAre(5)],
    ['$and:$gte:6', viewsAtLeast(6)],
  ]),
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$and:$gte:6', viewsAtLeast(6)],
    ['$or:$eq:5', viewsAre(5)],
  ]),
  chain('views', [
    ['$eq:1', viewsAre(1)],
    ['$or:$not:$gte:5', not(viewsAtLeast(5))],
    ['$not:$eq:0', not(viewsAre(0))],
    ['$or:$eq:100', viewsAre(100)],
  ]),
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$and:$or:$eq:5', viewsAre(5)],
  ]),
  chain('views', [
    ['$eq:10', viewsAre(10)],
    ['$NOT:$OR:$eq:5', not(viewsAre(5))],
  ]),
  chain('views', [['$not:$not:$eq:10', not(viewsAre(10))]]),
  chain('body', [
    ['$null', noBody],
    ['$or:$eq:same', bodyIs('same')],
  ]),
  chain('body', [
    ['$not:$eq:same', not(bodyIs('same'))],
    ['$not:$null', not(noBody)],
  ]),
  chain('body', [
    ['$eq:same', bodyIs('same')],
    ['$or:$not:$null', not(noBody)],
    ['$and:$not:$eq:hello', not(bodyIs('hello'))],
  ]),
  chain('title', [
    ['$null', () => false],
    ['$or:$eq:Tie', ({ title }) => title === 'Tie'],
  ]),
  chain('title', [
    ['$eq:a,b', ({ title }) => title === 'a,b'],
    ['$or:$eq:Tie', ({ title }) => title === 'Tie'],
  ]),
  chain('tags', [
    ['$contains:a', ({ tags }) => tags.includes('a')],
    ['$or:$contains:X', ({ tags }) => tags.includes('X')],
    ['$not:$contains:c', ({ tags }) => !tags.includes('c')],
  ]),
  row('Connectors', 'articles', 'filter.views=$eq:10&filter.title=$eq:Hello', { ids: [1] }),
  row('Connectors', 'articles', 'filter.views=$eq:10&filter.VIEWS=$or:$eq:5', {
    ids: idsWhere(({ views }) => views === 10 || views === 5),
  }),
  row(
    'Connectors',
    'articles',
    'filter.views=$eq:10&filter.title=$eq:Hello&filter.views=$or:$eq:5&filter.title=$or:$eq:under_score',
    {
      ids: [1, 10],
    },
  ),
  row('Connectors', 'articles', 'filter.title=$null&filter.views=$gte:0', { ids: [] }),
  row('Connectors', 'articles', 'filter.author.name=$not:$null&filter.editor.email=$null&filter.likes=$not:$null', {
    ids: idsWhere(({ author, editor, likes }) => author !== null && (editor?.email ?? null) === null && likes !== null),
  }),
]

type Element = string | number | boolean | null
const ELEMENTS: { readonly [field: string]: (subject: Subject) => readonly Element[] } = {
  reviewer: ({ reviews }) => reviews.map(({ reviewer }) => reviewer ?? null),
  stars: ({ reviews }) => reviews.map(({ stars }) => stars),
  approved: ({ reviews }) => reviews.map(({ approved }) => approved ?? null),
  label: ({ labels }) => labels,
}
const QUANTIFIERS: {
  readonly [name: string]: (elements: readonly Element[], holds: (element: Element) => boolean) => boolean
} = {
  some: (elements, holds) => elements.some(holds),
  every: (elements, holds) => elements.every(holds),
  none: (elements, holds) => !elements.some(holds),
}

/**
 * The criterion, `$not` with it, is put to each element. Folding is no question here: no term differs from an element
 * by case alone.
 */
const ELEMENT_CRITERIA: readonly (readonly [field: string, criterion: string, holds: (element: Element) => boolean])[] =
  [
    ['reviewer', '$eq:lee', (element) => element === 'lee'],
    ['reviewer', '$eq:', (element) => element === ''],
    ['reviewer', '$in:lee,100%', (element) => element === 'lee' || element === '100%'],
    ['reviewer', '$null', (element) => element === null],
    ['reviewer', '$sw:l', (element) => element === 'lee'],
    ['reviewer', '$ilike:%', (element) => element === '100%'],
    ['reviewer', '$contains:', (element) => element !== null],
    ['stars', '$eq:5', (element) => element === 5],
    ['stars', '$in:1,5', (element) => element === 1 || element === 5],
    ['stars', '$null', () => false],
    ['stars', '$lt:3', (element) => Number(element) < 3],
    ['stars', '$lte:3', (element) => Number(element) <= 3],
    ['stars', '$gt:3', (element) => Number(element) > 3],
    ['stars', '$gte:3', (element) => Number(element) >= 3],
    ['stars', '$btw:2,4', (element) => Number(element) >= 2 && Number(element) <= 4],
    ['approved', '$eq:true', (element) => element === true],
    ['approved', '$in:true,false', (element) => element !== null],
    ['approved', '$null', (element) => element === null],
    ['label', '$eq:typescript', (element) => element === 'typescript'],
    ['label', '$in:typescript,unused', (element) => element === 'typescript'],
    ['label', '$null', () => false],
    ['label', '$gt:t', (element) => String(element) > 't'],
  ]

const quantified = Object.entries(QUANTIFIERS).flatMap(([quantifier, decides]) =>
  ELEMENT_CRITERIA.flatMap(([field, criterion, holds]) => {
    const elements = ELEMENTS[field] as (subject: Subject) => readonly Element[]
    const section = `Quantifier: \`${quantifier}\``
    const name = `filter.${quantifier}.${field}`
    return [
      row(section, 'articles', `${name}=${encode(criterion)}`, {
        ids: idsWhere((subject) => decides(elements(subject), holds)),
      }),
      row(section, 'articles', `${name}=${encode(`$not:${criterion}`)}`, {
        ids: idsWhere((subject) => decides(elements(subject), (element) => !holds(element))),
      }),
    ]
  }),
)

const combined = [
  // Two criteria may be satisfied by two elements.
  row('Quantifier: `some`', 'articles', 'filter.some.reviewer=$eq:kim&filter.some.reviewer=$eq:lee', { ids: [1] }),
  row('Quantifier: `some`', 'articles', 'filter.some.reviewer=$eq:lee&filter.some.stars=$eq:5', { ids: [1] }),
  row('Quantifier: `some`', 'articles', 'filter.some.reviewer=$eq:lee&filter.some.reviewer=$or:$null', {
    ids: [1, 2, 3],
  }),
  row('Quantifier: `every`', 'articles', 'filter.every.stars=$gte:4&filter.some.stars=$gte:0', { ids: [4, 8] }),
  row('Quantifier: `none`', 'articles', 'filter.none.stars=$gte:4&filter.some.stars=$gte:0', { ids: [3, 5] }),
]

const joined = [
  row('Joins', 'authored', '', { ids: idsWhere(({ author }) => author !== null) }),
  row('Joins', 'authored', 'filter.views=$eq:10', { ids: [1, 2, 3] }),
  row('Joins', 'authored', 'filter.author.name=$null', { ids: [] }),
  row('Joins', 'authored', 'filter.author.name=$not:$null', { ids: idsWhere(({ author }) => author !== null) }),
  row('Joins', 'articles', '', { ids: SUBJECTS.map(({ id }) => id) }),
  row('Joins', 'items', '', { ids: [1, 2, 3, 4, 5] }),
  row('Joins', 'items', 'filter.group.title=$null', { ids: [] }),
  row('Joins', 'items', 'filter.owner.name=$null', { ids: [4, 5] }),
  row('Joins', 'items', 'filter.owner.id=$not:$gt:1', { ids: [1, 4, 5] }),
  row('Joins', 'items', 'filter.ownerGroup.title=$null', { ids: [2, 4, 5] }),
  row('Joins', 'items', 'filter.ownerGroup.title=$eq:one&filter.group.title=$eq:one', { ids: [1] }),
  row('Joins', 'items', 'filter.ownerOrLabel=$eq:', { ids: [3, 4, 5] }),
  row('Joins', 'items', 'filter.partCount=$gt:0', { ids: [1] }),
]

export const structureRows: readonly Row[] = [...connectors, ...quantified, ...combined, ...joined]
