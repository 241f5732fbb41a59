import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogTrigger } from '@adobe/react-spectrum/DialogTrigger';
import { Heading } from '@adobe/react-spectrum/Heading';
import { type ComponentProps, type ReactNode } from 'react';
import { useBackStep } from '../controls/dialog-closing.ts';
import styles from './notifications-menu.module.css';

type Target = NonNullable<ComponentProps<typeof DialogTrigger>['targetRef']>;

type Props = {
  /** What it opens beside, and what has the focus again when it closes. */
  target: Target;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** ALM-13: what the bell opens. All that lies over a page comes with it; the shell does not wait for that. */
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
      {/* The bell stands in the shell. */}
      <></>
      <Dialog UNSAFE_className={styles.dialog}>
        <Heading UNSAFE_className={styles.heading}>Alarms</Heading>
        <Content UNSAFE_className={styles.content}>{props.children}</Content>
      </Dialog>
    </DialogTrigger>
  );
}
