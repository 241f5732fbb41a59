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
  /** Why the element cannot be pressed; null if it can. */
  why?: string | null;
  /** True while the host answers the element's request: the element does nothing, and needs no reason. */
  isBusy?: boolean;
  /**
   * Finds what to focus if the element disappears with the focus in it; by default, the surrounding row or
   * part.
   */
  heir?: () => HTMLElement | undefined;
  /** Shows the reason as text in its own line above, not only as a tooltip. */
  isWritten?: boolean;
  /** True if the element styles itself as greyed out. */
  hasOwnLook?: boolean;
  /** One element that can take the focus. */
  children: ReactNode;
};

/** The keys that open or press a button; all others, such as Tab and Escape, pass. */
const pressing = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown']);

/**
 * Greys out an element (FORM-11). It takes the focus, does nothing, and says why when it is pointed at,
 * focused or tapped, or in text beside it. An element with the browser's `disabled` could neither be reached
 * by Tab nor say anything, and would lose the focus when pressed (FORM-12).
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
  // Set the attributes on the element itself: Spectrum's Button takes no `aria-disabled`, and the child can
  // be any button.
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
    // Escape closes the tooltip, not the dialog around it.
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

/** Shows a tooltip below an element, or above it if there is no room, always within the window. */
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
