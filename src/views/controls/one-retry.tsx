import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Failure, isUnanswered } from '../../model/contract/failure.ts';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';

/**
 * A part of a page that could not be loaded: its element, its retry, and whether it has room for the Retry of
 * all parts.
 */
type Trouble = { place: HTMLElement; retry: () => void; isRoomy: boolean };
type Missing = { parts: readonly Trouble[]; holder: Trouble | undefined };
type Board = { holder: Trouble | undefined; join: (trouble: Trouble) => () => void; retryAll: () => void };

const Troubles = createContext<Board | null>(null);

/** Shows one Retry for all parts inside that the host did not answer (ERR-18). */
export function OneRetry({ children }: { children: ReactNode }) {
  const [{ parts, holder }, setMissing] = useState<Missing>({ parts: [], holder: undefined });
  const join = useCallback((trouble: Trouble) => {
    setMissing((before) => held([...before.parts, trouble].toSorted(asTheyStand), before.holder));
    const others = ({ parts: all }: Missing) => all.filter((one) => one !== trouble);
    return () => setMissing((before) => held(others(before), before.holder));
  }, []);
  const board = useMemo<Board>(
    () => ({ holder, join, retryAll: () => parts.forEach(({ retry }) => retry()) }),
    [parts, holder, join],
  );
  return <Troubles value={board}>{children}</Troubles>;
}

/**
 * Leaves the Retry for all with the part that has it, which may have the focus, until that part is gone. Then
 * the first part with room gets it.
 */
function held(parts: readonly Trouble[], holder: Trouble | undefined): Missing {
  const isThere = holder !== undefined && parts.includes(holder);
  return { parts, holder: isThere ? holder : parts.find(({ isRoomy }) => isRoomy) };
}

function asTheyStand(one: Trouble, other: Trouble): number {
  return (one.place.compareDocumentPosition(other.place) & one.place.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}

/** Adds a part to those that the Retry for all loads, if `isShared`; returns its entry among them. */
function useTrouble(
  place: RefObject<HTMLElement | null>,
  isRoomy: boolean,
  isShared: boolean,
  retry: () => void,
): Trouble | undefined {
  const board = useContext(Troubles);
  const join = isShared ? board?.join : undefined;
  const present = useRef(retry);
  const [own, setOwn] = useState<Trouble>();
  useLayoutEffect(() => {
    present.current = retry;
  });
  useLayoutEffect(() => {
    if (join === undefined || place.current === null) return undefined;
    const trouble: Trouble = { place: place.current, retry: () => present.current(), isRoomy };
    setOwn(trouble);
    return join(trouble);
  }, [join, place, isRoomy]);
  return own;
}

/**
 * Returns the retry of a part that could not be loaded. If the host did not answer (`isShared`), one part has
 * a retry for all parts and the others have none (null).
 */
export function useOneRetry(
  place: RefObject<HTMLElement | null>,
  isShared: boolean,
  retry: () => void,
): { retry: (() => void) | null; isOfAll: boolean } {
  const board = useContext(Troubles);
  const own = useTrouble(place, true, isShared, retry);
  if (board === null || !isShared) return { retry, isOfAll: false };
  return { retry: own !== undefined && board.holder === own ? board.retryAll : null, isOfAll: true };
}

/**
 * A small Retry beside words that say what is missing. When it disappears, the focus moves to the surrounding
 * row or part. It has no room to say why loading failed, or that it would load all parts, so it loads only
 * its own (ERR-18).
 */
export function SmallRetry({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useTrouble(place, false, failure !== null && isUnanswered(failure), onRetry);
  return (
    <span ref={place}>
      <Greyed>
        <Button onPress={onRetry}>Retry</Button>
      </Greyed>
    </span>
  );
}
