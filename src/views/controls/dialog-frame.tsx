import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { ReactNode } from 'react';
import { DialogContent } from './dialog-content.tsx';

type Props = {
  title: string;
  role?: 'dialog' | 'alertdialog';
  size?: 'S' | 'M' | 'L';
  /** From the one that leaves all as it is to the one that does what the dialog is for. */
  buttons: ReactNode;
  children: ReactNode;
};

/** A dialog as all are: title, body, buttons below. Within a DialogContainer. */
export function DialogFrame({ title, role = 'dialog', size = 'S', buttons, children }: Props) {
  return (
    <Dialog size={size} role={role}>
      <Heading>{title}</Heading>
      <Divider />
      <DialogContent>{children}</DialogContent>
      <ButtonGroup>{buttons}</ButtonGroup>
    </Dialog>
  );
}
