import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogTrigger } from '@adobe/react-spectrum/DialogTrigger';
import { Heading } from '@adobe/react-spectrum/Heading';
import { type ComponentProps, type ReactNode } from 'react';
import { useBackStep } from '../controls/dialog-closing.ts';
import styles from './notifications-menu.module.css';

type Target = NonNullable<ComponentProps<typeof DialogTrigger>['targetRef']>;

type Props = {
  /** The element that the popover opens beside, and that gets the focus back. */
  target: Target;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** ALM-13: the popover of the bell. It brings the code of all overlays, which the shell does not wait for. */
export default function AlarmsPopover(props: Props) {
  useBackStep(props.isOpen, () => props.onOpenChange(false));
  return (
    <DialogTrigger
      type="popover"
      mobileType="tray"
      placement="bottom end"
      offset={12}
      hideArrow
      targetRef={props.target}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      {/* DialogTrigger needs a first child; the bell itself is in the shell. */}
      <></>
      <Dialog UNSAFE_className={styles.dialog}>
        <Heading UNSAFE_className={styles.heading}>Alarms</Heading>
        <Content UNSAFE_className={styles.content}>{props.children}</Content>
      </Dialog>
    </DialogTrigger>
  );
}
