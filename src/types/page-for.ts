// Run, compile time: what a paging call answers for a configuration, or for one of several.
import type { ListTraits } from './list-traits.js'
import type { AnyPaginateConfig, InferItem, InferTraits } from './paginate-config.js'
import type { PageByTraits } from './response.js'
import type { SelectedItem } from './selection.js'

/** Items by the way they are made; `Given` is the selection, or what `map` answers. */
interface ItemsBy<Config extends AnyPaginateConfig, Given> {
  readonly own: InferItem<Config>
  readonly selected: SelectedItem<Given, Config>
  readonly mapped: Given
  /** Of a relational query, whose pages have no summary. */
  readonly related: Given
}

/** A page with the summary that its list declares; `Summaries` of all lists that it may be the page of. */
export type Summarized<Page, Traits extends ListTraits, Summaries = null> = [Traits['summary']] extends [null]
  ? [Summaries] extends [null]
    ? Page
    : unknown extends Summaries
      ? Page
      : Page & { readonly summary?: never }
  : unknown extends Traits['summary']
    ? Page
    : Page & { readonly summary: Traits['summary'] }

/**
 * The page of a list; of one of several lists (`isEditor ? wide : narrow`), one of their pages. A member of a record,
 * because the compiler then prints the pages and not this name.
 */
export type PageFor<
  Config extends AnyPaginateConfig,
  Items extends keyof ItemsBy<Config, unknown> = 'own',
  Given = unknown,
> = {
  readonly page: [Config] extends [never]
    ? PageByTraits<ItemsBy<never, Given>[Items], never>
    : [InferTraits<Config>['summary']] extends [infer Summaries]
      ? Config extends AnyPaginateConfig
        ? Items extends 'related'
          ? PageByTraits<ItemsBy<Config, Given>[Items], InferTraits<Config>>
          : Summarized<PageByTraits<ItemsBy<Config, Given>[Items], InferTraits<Config>>, InferTraits<Config>, Summaries>
        : never
      : never
}['page']

/**
 * The page of a list, for a signature of your own: what `paginate` returns for it.
 *
 * @param Item what an item is, if it is not the list's own: of a selection, of `map` @default InferItem<Config>
 * @example `list(request: Request): Promise<PageOf<typeof articleList>> { return paginate(this.db, request, articleList) }`
 */
export type PageOf<Config extends AnyPaginateConfig, Item = InferItem<Config>> = PageFor<Config, 'mapped', Item>
