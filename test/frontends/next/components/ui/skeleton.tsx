import type { ComponentProps } from 'react'

export function Skeleton(props: ComponentProps<'div'>) {
  return <div data-slot="skeleton" {...props} />
}
