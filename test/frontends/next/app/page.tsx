import { Articles } from '@/components/articles'

export default function Page() {
  return <Articles />
}
