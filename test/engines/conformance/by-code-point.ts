// The order of text in the suite's databases. UTF-8 keeps the order of code points, so this is the order of bytes too.

export function byCodePoint(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference =
      ((left[at] as string).codePointAt(0) as number) - ((right[at] as string).codePointAt(0) as number)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
