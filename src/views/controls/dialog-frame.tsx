import { Dialog } from '@adobe/react-spectrum/Dialog';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Footer } from '@adobe/react-spectrum/Footer';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { ReactNode } from 'react';
import { DialogContent } from './dialog-content.tsx';
import styles from './dialog-frame.module.css';

type Props = {
  title: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /**
   * Use `whole` for a dialog with tabs or steps: wide, and always of the same height (LOOK-36). A `screen` is
   * as large as the screen.
   */
  size?: 'S' | 'M' | 'L' | 'whole' | 'screen';
  /** Shown beside the buttons: why the dialog cannot continue. */
  note?: ReactNode;
  /** In order, from the button that changes nothing to the one for the dialog's purpose. */
  buttons?: ReactNode;
  children: ReactNode;
};

/** The frame of every dialog: title, body, buttons below. Must be inside a DialogHolder. */
export function DialogFrame({ title, role = 'dialog', size = 'S', note, buttons, children }: Props) {
  return (
    <Dialog role={role} {...(size === 'whole' || size === 'screen' ? { UNSAFE_className: styles[size] ?? '' } : { size })}>
      <Heading>{title}</Heading>
      <Divider />
      <DialogContent>{children}</DialogContent>
      {buttons === undefined ? null : (
        <Footer UNSAFE_className={styles.foot}>
          {note}
          {buttons}
        </Footer>
      )}
    </Dialog>
  );
}
