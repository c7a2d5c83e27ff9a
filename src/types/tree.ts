/** Conditions across fields. A group has two members or more. */
export type Tree<Term> =
  | { readonly and: readonly Tree<Term>[] }
  | { readonly or: readonly Tree<Term>[] }
  /** The complement; never of another complement. */
  | { readonly not: Tree<Term> }
  | { readonly term: Term }

/** In the order in which they were written. */
export function termsOf<Term>(tree: Tree<Term>): readonly Term[] {
  if ('term' in tree) return [tree.term]
  if ('not' in tree) return termsOf(tree.not)
  return ('and' in tree ? tree.and : tree.or).flatMap(termsOf)
}
