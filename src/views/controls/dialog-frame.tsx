import { Dialog } from '@adobe/react-spectrum/Dialog';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Footer } from '@adobe/react-spectrum/Footer';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogContent } from './dialog-content.tsx';
import styles from './dialog-frame.module.css';

type Props = {
  title: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /**
   * One with tabs or steps is `whole`: wide, and as high whatever it shows (LOOK-36). A `screen` is as large
   * as the screen.
   */
  size?: 'S' | 'M' | 'L' | 'whole' | 'screen';
  /** Beside the buttons: why it is not gone on. */
  note?: ReactNode;
  /** From the one that leaves all as it is to the one that does what the dialog is for. */
  buttons?: ReactNode;
  /** Where there are no other buttons: one that closes it. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog as all are: title, body, buttons below. Within a DialogHolder. */
export function DialogFrame({
  title,
  role = 'dialog',
  size = 'S',
  note,
  onClose,
  buttons = onClose && (
    <Button rank="primary" onPress={onClose}>
      Close
    </Button>
  ),
  children,
}: Props) {
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
