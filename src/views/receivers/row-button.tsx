import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { PencilIcon } from '../controls/tool-icons.tsx';
import tools from '../controls/tool.module.css';
import styles from './cells.module.css';

/** What is pressed within a row must not press the row, which would select it. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';

function stopPress(event: KeyboardEvent): void {
  if (isPress(event)) event.stopPropagation();
}

const own = { onPointerDown: stop, onMouseDown: stop, onClick: stop, onKeyDown: stopPress, onKeyUp: stopPress };

/**
 * The list would take the focus that comes back from a popover or a dialog for its row: react-aria's
 * collections reuse their elements, and stand in for them. The button is still itself.
 */
function keepFocusRestored(button: HTMLButtonElement | null): () => void {
  const halt = (event: Event): void => event.stopPropagation();
  button?.addEventListener('react-aria-focus-scope-restore', halt);
  return () => button?.removeEventListener('react-aria-focus-scope-restore', halt);
}

/** Around a control of the browser's own within a row. */
export function RowControl(props: { children: ReactNode }) {
  return <span {...own}>{props.children}</span>;
}

/**
 * A button within a row. The browser's own, as on Home: a screenful of Spectrum's would be one long task on
 * each step of scrolling. `onPress` gets the element that a popover stands by.
 */
export function RowButton(props: {
  /** By default it looks like a small tool. */
  className?: string | undefined;
  label: string;
  children: ReactNode;
  onPress: (element: Element) => void;
}) {
  return (
    <button
      {...own}
      ref={keepFocusRestored}
      type="button"
      className={props.className ?? `${tools.tool} ${tools.small}`}
      aria-label={props.label}
      onKeyDown={(event) => {
        stopPress(event);
        if (!isPress(event)) return;
        // After the click that a browser makes of a key, which counts as one of a screen reader's, no line of
        // a menu would be focused.
        event.preventDefault();
        if (!event.repeat) props.onPress(event.currentTarget);
      }}
      onClick={(event) => {
        event.stopPropagation();
        props.onPress(event.currentTarget);
      }}
    >
      {props.children}
    </button>
  );
}

/** Opens the field of what stands beside it; it shows while the row is pointed at or has the focus. */
export function PencilButton(props: { label: string; onPress: (element: Element) => void }) {
  return (
    <RowButton className={`${tools.tool} ${tools.small} ${styles.pencil}`} {...props}>
      <PencilIcon size={14} />
    </RowButton>
  );
}
