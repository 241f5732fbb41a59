import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogTrigger } from '@adobe/react-spectrum/DialogTrigger';
import { Heading } from '@adobe/react-spectrum/Heading';
import { type ComponentProps, type ReactNode } from 'react';
import { useBackStep } from '../controls/dialog-closing.ts';
import styles from './notifications-menu.module.css';

type Target = NonNullable<ComponentProps<typeof DialogTrigger>['targetRef']>;

type Props = {
  /** The button beside which the popover opens; it gets the focus back. */
  target: Target;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/**
 * ALM-13: the popover of the bell. Its code contains that of all overlays, so it is loaded after the shell.
 */
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
      {/*
        DialogTrigger expects a trigger as its first child. Pass an empty one: the bell itself is in the
        shell.
      */}
      <></>
      <Dialog UNSAFE_className={styles.dialog}>
        <Heading UNSAFE_className={styles.heading}>Alarms</Heading>
        <Content UNSAFE_className={styles.content}>{props.children}</Content>
      </Dialog>
    </DialogTrigger>
  );
}
