// The parts of shadcn/ui that the table uses, without their styles.
import type { ComponentProps } from 'react'

export function Button({
  variant,
  size,
  ...props
}: ComponentProps<'button'> & {
  readonly variant?: 'default' | 'destructive' | 'outline' | 'secondary' | 'ghost' | 'link'
  readonly size?: 'default' | 'sm' | 'lg' | 'icon'
}) {
  return <button data-variant={variant} data-size={size} {...props} />
}
