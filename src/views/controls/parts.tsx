import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { VisitContext } from './arrival.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { useHeir } from './use-heir.ts';

type Props = { waiting: ReactNode; onRetry: () => void; children: ReactNode };

/** A part of a system's page, which may load later by itself (ERR-17). */
export function PartBoundary(props: Props) {
  return <LoadBoundary {...props} level={2} around={(error) => <PartError>{error}</PartError>} />;
}

/** The same for the page itself. */
export function PageBoundary(props: Props) {
  return <LoadBoundary {...props} around={(error) => <PageError>{error}</PageError>} />;
}

/** If it disappears while it has the focus, the focus moves to the element around the part (FORM-13). */
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
 * If it disappears with the focus in it, the page is about to appear: forget the visit, so that the page's
 * heading takes the focus (FORM-13).
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
