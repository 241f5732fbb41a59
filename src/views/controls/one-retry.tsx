import { ActionButton } from '@adobe/react-spectrum/ActionButton';
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
import { Greyed } from './greyed.tsx';

/**
 * A part of a page that could not be loaded: where it stands, what asks for it again, and whether it has room
 * for the Retry of all.
 */
type Trouble = { place: HTMLElement; retry: () => void; isRoomy: boolean };
type Board = { first: Trouble | undefined; count: number; join: (trouble: Trouble) => () => void; retryAll: () => void };

const Troubles = createContext<Board | null>(null);

/** Of the parts within it that a silent host left out, the first has the Retry of all (ERR-18). */
export function OneRetry({ children }: { children: ReactNode }) {
  const [missing, setMissing] = useState<readonly Trouble[]>([]);
  const join = useCallback((trouble: Trouble) => {
    setMissing((others) => [...others, trouble].toSorted(asTheyStand));
    return () => setMissing((all) => all.filter((one) => one !== trouble));
  }, []);
  const board = useMemo<Board>(
    () => ({
      first: missing.find(({ isRoomy }) => isRoomy),
      count: missing.length,
      join,
      retryAll: () => missing.forEach(({ retry }) => retry()),
    }),
    [missing, join],
  );
  return <Troubles value={board}>{children}</Troubles>;
}

function asTheyStand(one: Trouble, other: Trouble): number {
  return (one.place.compareDocumentPosition(other.place) & one.place.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}

/** Has a part asked for with all the others; gives what stands for it among them. */
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
 * What a part that could not be loaded offers: its own Retry, that of all the parts where it is the first of
 * several, or none where another one has that.
 */
export function useOneRetry(
  place: RefObject<HTMLElement | null>,
  isShared: boolean,
  retry: () => void,
): { retry: (() => void) | null; count: number } {
  const board = useContext(Troubles);
  const own = useTrouble(place, true, isShared, retry);
  if (board === null || !isShared) return { retry, count: 1 };
  return { retry: own !== undefined && board.first === own ? board.retryAll : null, count: board.count };
}

/**
 * A small Retry beside words that say what is missing; it goes, with the focus, to what it brought. It has no
 * room to say why, nor that it asks for all, so it asks for its own alone (ERR-18).
 */
export function SmallRetry({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useTrouble(place, false, failure !== null && isUnanswered(failure), onRetry);
  return (
    <span ref={place}>
      <Greyed>
        <ActionButton onPress={onRetry}>Retry</ActionButton>
      </Greyed>
    </span>
  );
}
