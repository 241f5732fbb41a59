import {
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './greyed.module.css';
import { useHeir } from './use-heir.ts';

type Props = {
  /** Null where it can be pressed. */
  why?: string | null;
  /** While the host answers what it asked for: then it does nothing either, and that needs no reason. */
  isBusy?: boolean;
  /** What has the focus when this is gone with it; where none is found, the row or part that it stood in. */
  heir?: () => HTMLElement | undefined;
  /** Its reason is text, in a line of its own above it, and not only where it is pointed at. */
  isWritten?: boolean;
  /** Where the element looks greyed by its own rules. */
  hasOwnLook?: boolean;
  /** One element that takes the focus. */
  children: ReactNode;
};

/** What opens or presses a button; all else, such as Tab and Escape, goes on. */
const pressing = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown']);

/**
 * FORM-11: what is greyed can be focused, does nothing, and says why where it is pointed at, focused or
 * tapped, or in text beside it. A disabled element of the browser's would neither be reached by Tab nor say
 * anything, and would lose the focus that it had when it was pressed (FORM-12).
 */
export function Greyed({ why = null, isBusy = false, isWritten = false, hasOwnLook = false, heir, children }: Props) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const [isWanted, setWanted] = useState(false);
  useHeir(place, heir);
  const isSaid = why !== null;
  const isGreyed = isSaid || isBusy;
  const isShown = isSaid && isWanted && !isWritten;
  // Set on the element: Spectrum's Button takes no `aria-disabled`, and may be any of them.
  useLayoutEffect(() => {
    const greyed = place.current?.firstElementChild;
    if (!isGreyed || !greyed) return undefined;
    greyed.setAttribute('aria-disabled', 'true');
    if (isSaid) greyed.setAttribute('aria-describedby', id);
    return () => {
      greyed.removeAttribute('aria-disabled');
      if (isSaid) greyed.removeAttribute('aria-describedby');
    };
  });
  useEffect(() => {
    const [around, tip] = [place.current, words.current];
    if (!isShown || around === null || tip === null) return undefined;
    const hide = (): void => setWanted(false);
    showBeside(tip, around.firstElementChild);
    // It is these words that Escape puts away, not the dialog that they stand in.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      hide();
    };
    const onPress = ({ target }: Event): void => {
      if (!around.contains(target as Node | null)) hide();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('scroll', hide, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('scroll', hide, true);
      if (tip.isConnected) tip.hidePopover();
    };
  }, [isShown]);
  const pointed = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setWanted(isOver);
  };
  const stop = (event: SyntheticEvent): void => {
    if (isGreyed) event.stopPropagation();
  };
  return (
    <span
      ref={place}
      className={hasOwnLook ? 'no-box' : `no-box ${styles.button}`}
      onPointerEnter={pointed(true)}
      onPointerLeave={pointed(false)}
      onFocus={({ target }) => setWanted(target.matches(':focus-visible'))}
      onBlur={() => setWanted(false)}
      onPointerDownCapture={stop}
      onMouseDownCapture={stop}
      onKeyDownCapture={(event) => {
        if (pressing.has(event.key)) stop(event);
      }}
      onClickCapture={(event) => {
        if (!isGreyed) return;
        event.preventDefault();
        event.stopPropagation();
        setWanted(true);
      }}
    >
      {children}
      {isWritten ? (
        <span id={id} className={styles.written}>
          {why}
        </span>
      ) : isSaid ? (
        <span ref={words} id={id} role="tooltip" popover="manual" className={styles.why}>
          {why}
        </span>
      ) : null}
    </span>
  );
}

/** Below it, above where there is no room, and always within the window. */
function showBeside(tip: HTMLElement, greyed: Element | null): void {
  tip.showPopover();
  if (greyed === null) return;
  const at = greyed.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = at.bottom + height <= clientHeight;
  tip.style.top = `${isBelow ? at.bottom : at.top - height}px`;
  tip.style.left = `${Math.max(8, Math.min(at.left, clientWidth - width - 8))}px`;
}
