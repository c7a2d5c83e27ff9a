// What pieces of SQL have that Drizzle's types do not show: how their values are read and written.
import { Column, Param, SQL, StringChunk } from 'drizzle-orm'
import { is } from './kinds.js'

export interface FragmentDecoder {
  readonly mapFromDriverValue: (value: unknown) => unknown
}

/**
 * What reads a fragment's value: a column, or the function of `.mapWith()`. As `never`, because `.mapWith()` takes it
 * as it is.
 */
export const decoderOf = (fragment: SQL): never => (fragment as unknown as { readonly decoder: never }).decoder

/** The decoder of a fragment without one: it answers its argument. */
export const noDecoder = /* @__PURE__ */ (() => (decoderOf(new SQL([])) as FragmentDecoder).mapFromDriverValue)()

/** Is its value read by anything at all? Not so for an app's own expression without `.mapWith()`. */
export const hasDecoder = (fragment: SQL): boolean =>
  (decoderOf(fragment) as FragmentDecoder).mapFromDriverValue !== noDecoder

/** The encoder of a parameter without one. */
export const noEncoder: unknown = /* @__PURE__ */ (() => new Param(0).encoder)()

/** Are its values written into the text (`.inlineParams()`)? */
export const inlinesParams = (fragment: SQL): boolean =>
  (fragment as unknown as { readonly shouldInlineParams: boolean }).shouldInlineParams

interface AliasInternals {
  readonly isSelectionField?: boolean
  /** 1.0: the name of the view or sub-query. */
  readonly origin?: string
}

/** An expression selected from a view or sub-query, which Drizzle writes only as its name. */
export const isSelectionField = (aliased: SQL.Aliased): boolean => (aliased as AliasInternals).isSelectionField === true
export const originOf = (aliased: SQL.Aliased): string | undefined => (aliased as AliasInternals).origin

/** One line holds a text, the other a list of them. */
export function chunkText({ value }: StringChunk): string {
  const parts = value as string | readonly string[]
  return typeof parts === 'string' ? parts : parts.length === 1 ? (parts[0] as string) : parts.join('')
}

/** SQL other than a column by itself, whose value is that of one row. What SQL does with a column is not read. */
export const mayAggregate = (member: unknown): boolean =>
  (is(member, SQL) || is(member, SQL.Aliased)) && !isBareColumn(member)

function isBareColumn(member: unknown): boolean {
  if (is(member, SQL.Aliased))
    return isSelectionField(member) || originOf(member) !== undefined || isBareColumn(member.sql)
  if (!is(member, SQL)) return is(member, Column)
  const parts = member.queryChunks.filter((chunk) => !is(chunk, StringChunk) || /[^\s()]/.test(chunkText(chunk)))
  return parts.length === 1 && isBareColumn(parts[0])
}

interface CodecParam {
  new (value: unknown, encoder: Column | undefined, codec: unknown): Param
}

/** 1.0: how the driver's value is made of what the encoder answers. */
export const codecOf = (param: Param): unknown => (param as Param & { readonly codec?: unknown }).codec
export const paramWithCodec = (value: unknown, codec: unknown): Param =>
  new (Param as unknown as CodecParam)(value, undefined, codec)
