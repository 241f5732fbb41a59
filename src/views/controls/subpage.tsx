import { type ReactNode, useContext, useMemo } from 'react';
import { VisitContext } from './arrival.tsx';

/**
 * A page with the same path as another, but its own query. Opening it moves the focus to its heading; leaving
 * it moves the focus to the other page's heading (FORM-13).
 */
export function Subpage(props: { name: string; children: ReactNode }) {
  const { pathname, arrive } = useContext(VisitContext);
  const visit = useMemo(() => ({ pathname: `${pathname}?${props.name}`, arrive }), [pathname, props.name, arrive]);
  return <VisitContext value={visit}>{props.children}</VisitContext>;
}
