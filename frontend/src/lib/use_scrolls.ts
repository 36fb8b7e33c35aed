import { useEffect, useState, type RefObject } from 'react'

/** Whether an element's content is wider or higher than the element. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const look = () =>
      setScrolls(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [element])
  return scrolls
}
