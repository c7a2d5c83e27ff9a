// Client: names of options. Small, since a browser loads it: all names instead of the nearest one.

export type Names<Options> = { readonly [Name in keyof Required<Options>]: true }

/**
 * Refuses an option that a call does not have; an undefined one is ignored.
 *
 * @throws TypeError that names the option, and those that the call has
 */
export function checkNames<Options extends object>(
  call: string,
  options: Options | undefined,
  known: Names<Options>,
): void {
  for (const name in options)
    if (options[name] !== undefined && !(name in known))
      throw new TypeError(`${call}() has no option '${name}'; it has ${Object.keys(known).join(', ')}.`)
}
