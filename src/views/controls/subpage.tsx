import { type ReactNode, useContext, useMemo } from 'react';
import { VisitContext } from './arrival.tsx';

/**
 * A page that stands at the address of another, told apart by its query: coming to it moves the focus to its
 * heading (FORM-13), and coming back to that of the other.
 */
export function Subpage(props: { name: string; children: ReactNode }) {
  const { pathname, arrive } = useContext(VisitContext);
  const visit = useMemo(() => ({ pathname: `${pathname}?${props.name}`, arrive }), [pathname, props.name, arrive]);
  return <VisitContext value={visit}>{props.children}</VisitContext>;
}
