import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useBackStep } from '../controls/dialog-closing.ts';
import { themedElement } from '../controls/themed-element.ts';
import styles from './beside-row.module.css';

type Props = {
  anchor: RefObject<Element | null>;
  /** The popover's accessible name; undefined for a menu, which names itself. */
  title: string | undefined;
  /** The kind of content. Content of another kind opens the popover again. */
  of?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A menu or small dialog beside an element of the page. Back closes it. */
export function RowPopover({ anchor, title, of, onClose, children }: Props) {
  useBackStep(true, onClose);
  const isMenu = title === undefined;
  // Put the popover within the page's own element, which defines the theme's variables.
  return (
    <Popover
      key={of}
      triggerRef={anchor}
      isOpen
      UNSTABLE_portalContainer={themedElement()}
      placement={isMenu ? 'bottom end' : 'bottom start'}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className={isMenu ? `${styles.popover} ${styles.menuPopover}` : (styles.popover ?? '')}
    >
      {isMenu ? children : <Dialog aria-label={title}>{children}</Dialog>}
    </Popover>
  );
}
