// Stage plan: terms of one sub-collection in one group of an expression, as one filter.
import type { FieldFilter, FilterableField } from '../../types/config.js'
import type { FilterTree } from '../../types/plan.js'
import { termsOf } from '../../types/tree.js'

/** From so many terms over elements on, terms in one group are asked of the elements at once. */
const MANY_TERMS = 6

const elementsOf = (tree: FilterTree): FilterableField | null => {
  const filterable = 'term' in tree ? tree.term[0]?.filterable : undefined
  return filterable === undefined || filterable.collection === null || filterable.element !== undefined
    ? null
    : filterable
}

/** Terms of one `.filterableMany()` in one group are as one filter with these criteria, at the place of the first. */
export function withSharedElements(tree: FilterTree): FilterTree {
  const terms = termsOf(tree).filter((term) => elementsOf({ term }) !== null)
  return terms.length < MANY_TERMS ? tree : shared(tree)
}

function shared(tree: FilterTree): FilterTree {
  if ('term' in tree) return tree
  if ('not' in tree) return { not: shared(tree.not) }
  const connector = 'and' in tree ? 'and' : 'or'
  const members: FilterTree[] = []
  const places = new Map<FilterableField, number>()
  for (const member of ('and' in tree ? tree.and : tree.or).map(shared)) {
    const filterable = elementsOf(member)
    const place = filterable === null ? undefined : places.get(filterable)
    if (place !== undefined) {
      members[place] = { term: [oneFilter([members[place], member] as unknown as readonly SingleTerm[], connector)] }
      continue
    }
    if (filterable !== null) places.set(filterable, members.length)
    members.push(member)
  }
  const [first] = members
  if (members.length === 1) return first as FilterTree
  return connector === 'and' ? { and: members } : { or: members }
}

type SingleTerm = { readonly term: readonly [FieldFilter] }

function oneFilter(terms: readonly SingleTerm[], connector: 'and' | 'or'): FieldFilter {
  const filters = terms.map(({ term: [filter] }) => filter)
  return {
    filterable: (filters[0] as FieldFilter).filterable,
    criteria: filters.flatMap(({ criteria }) => criteria.map((criterion) => ({ ...criterion, connector }))),
    texts: filters.flatMap(({ texts }) => texts),
  }
}
