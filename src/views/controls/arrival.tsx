import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect, useRef } from 'react';

type Visit = {
  /** The address that the pages below belong to. */
  pathname: string;
  /** Says that the page of an address is on show; true where the person came to it from another. */
  arrive: (pathname: string) => boolean;
};

export const VisitContext = createContext<Visit>({ pathname: '', arrive: () => false });

/** Knows the address that the pages below belong to, and which of them was on show last. */
export function VisitProvider(props: { pathname: string; children: ReactNode }) {
  const seen = useRef<string | null>(null);
  const arrive = useCallback((pathname: string) => {
    const moved = seen.current !== null && seen.current !== pathname;
    seen.current = pathname;
    return moved;
  }, []);
  return <VisitContext value={{ pathname: props.pathname, arrive }}>{props.children}</VisitContext>;
}

/**
 * Says that the page of this address is on show, and moves the focus to `target` where the person came to it
 * from another.
 */
export function useArrival(target?: RefObject<HTMLElement | null>): void {
  const { pathname, arrive } = useContext(VisitContext);
  useEffect(() => {
    if (arrive(pathname)) target?.current?.focus();
  }, [pathname, arrive, target]);
}

/**
 * The heading of a page. Coming to a page moves the focus to it, so that it is read out and the next Tab is
 * in the page; the page that the console opens with leaves the focus where the browser has it.
 */
export function PageHeading(props: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  return (
    <h1 ref={heading} className={props.className} tabIndex={-1}>
      {props.children}
    </h1>
  );
}
