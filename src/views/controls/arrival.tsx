import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect, useRef } from 'react';

type Visit = {
  /** The address of the shown page. */
  pathname: string;
  /** Records that the page of an address is shown; returns true if the person came from another page. */
  arrive: (pathname: string) => boolean;
};

export const VisitContext = createContext<Visit>({ pathname: '', arrive: () => false });

/** Provides the address of the page to its components, and remembers which page was shown last. */
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
 * Records that the page of this address is shown, and moves the focus to `target` if the person came to it
 * from another page.
 */
export function useArrival(target?: RefObject<HTMLElement | null>): void {
  const { pathname, arrive } = useContext(VisitContext);
  useEffect(() => {
    if (arrive(pathname)) target?.current?.focus();
  }, [pathname, arrive, target]);
}

/**
 * The heading of a page. Arriving at a page focuses its heading, so that it is read out and the next Tab is
 * in the page. The page that the console opens with leaves the focus where the browser puts it.
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
