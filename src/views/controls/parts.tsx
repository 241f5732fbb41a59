import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { VisitContext } from './arrival.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { useHeir } from './use-heir.ts';

type Props = { waiting: ReactNode; onRetry: () => void; children: ReactNode };

/** A part of a system's page. If its code did not load, it loads by itself when the host is back (ERR-17). */
export function PartBoundary(props: Props) {
  return <LoadBoundary {...props} level={2} around={(error) => <PartError>{error}</PartError>} />;
}

/** A whole page of a system, which loads in the same way. */
export function PageBoundary(props: Props) {
  return <LoadBoundary {...props} around={(error) => <PageError>{error}</PageError>} />;
}

/**
 * Wraps the error of a part. If the error disappears with the focus in it, the focus moves to the element
 * around the part (FORM-13).
 */
export function PartError({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useHeir(place);
  return (
    <div ref={place} className="no-box">
      {children}
    </div>
  );
}

/**
 * Wraps the error of a page. If the error disappears with the focus in it, the page is about to appear:
 * forget the visit, so that the page's heading takes the focus (FORM-13).
 */
export function PageError({ children }: { children: ReactNode }) {
  const { arrive } = useContext(VisitContext);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    return () => {
      if (own?.contains(document.activeElement)) arrive('');
    };
  }, [arrive]);
  return (
    <div ref={place} className="no-box">
      {children}
    </div>
  );
}
