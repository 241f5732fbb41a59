import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { PencilIcon } from '../controls/tool-icons.tsx';
import tools from '../controls/tool.module.css';
import styles from './cells.module.css';

/** Keeps a press within a row from reaching the row, which would select it. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';

function stopPress(event: KeyboardEvent): void {
  if (isPress(event)) event.stopPropagation();
}

const own = { onPointerDown: stop, onMouseDown: stop, onClick: stop, onKeyDown: stopPress, onKeyUp: stopPress };

/**
 * Keeps the focus on the button when a closed popover or dialog restores it there. Without this, the list
 * would move the focus to the row.
 */
function keepFocusRestored(button: HTMLButtonElement | null): () => void {
  const halt = (event: Event): void => event.stopPropagation();
  button?.addEventListener('react-aria-focus-scope-restore', halt);
  return () => button?.removeEventListener('react-aria-focus-scope-restore', halt);
}

/** Wraps a native control within a row, so that a press of it does not reach the row. */
export function RowControl(props: { children: ReactNode }) {
  return <span {...own}>{props.children}</span>;
}

/**
 * A button within a row. It is the browser's own, as on Home: to draw a screenful of Spectrum's buttons would
 * be one long task at each scroll step. `onPress` receives the element, to anchor a popover to it.
 */
export function RowButton(props: {
  /** The button's style; by default, that of a small tool. */
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
        // Without this the browser adds a click after the key. That click would count as a screen reader's,
        // and the menu would focus none of its items.
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

/**
 * A pencil that opens the field for the value beside it. Visible only while its row is hovered or has the
 * focus.
 */
export function PencilButton(props: { label: string; onPress: (element: Element) => void }) {
  return (
    <RowButton className={`${tools.tool} ${tools.small} ${styles.pencil}`} {...props}>
      <PencilIcon size={14} />
    </RowButton>
  );
}
