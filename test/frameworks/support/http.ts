// A list endpoint behind a framework, and what it must answer: the same everywhere.
import { expect } from 'vitest'

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Of a field that the list does not have. */
export const SENTENCE = "Filter for field 'isbn' is not configured."

interface Page {
  readonly items: readonly { readonly title: string }[]
  readonly meta: { readonly totalItems: number }
  readonly links: { readonly next: string | null }
}

export async function expectList(ask: Ask, path: string): Promise<void> {
  const first = await ask(`${path}?limit=2&sortBy=title:DESC`)
  const page = (await first.json()) as Page
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(page.items.map(({ title }) => title)).toEqual(['Edges', 'Drills'])
  // The link leads back to this endpoint: its prefix is in it.
  expect(page.links.next).toBe(`${path}?limit=2&sortBy=title%3ADESC&page=2`)
  expect(first.headers.get('link')).toContain(`<${page.links.next}>; rel="next"`)
  const second = (await (await ask(page.links.next as string)).json()) as Page
  expect(second.items.map(({ title }) => title)).toEqual(['Cogs', 'Bricks'])
  // Neither of two equal parameters is lost.
  const between = (await (await ask(`${path}?filter.views=$gte:10&filter.views=$lt:30`)).json()) as Page
  expect(between.items.map(({ title }) => title)).toEqual(['Bricks', 'Cogs'])
  const wrong = await ask(`${path}?filter.isbn=$eq:1`)
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  expect(await wrong.json()).toMatchObject({ status: 400, detail: SENTENCE, parameter: 'filter.isbn' })
}
