import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import type { ReactNode } from 'react';
import styles from './pill-button.module.css';

type Props = {
  variant: 'accent' | 'secondary';
  type?: 'button' | 'submit';
  isDisabled?: boolean;
  onPress?: () => void;
  children: ReactNode;
};

/**
 * The button of the first page. It looks like Spectrum's Button and presses like it, but is drawn on Spectrum's ActionButton: Button brings
 * a progress circle and its number formats along, 4 kB that the login's budget does not hold.
 */
export function PillButton(props: Props) {
  return (
    <ActionButton
      type={props.type ?? 'button'}
      isDisabled={props.isDisabled}
      onPress={props.onPress}
      UNSAFE_className={`${styles.pill} ${styles[props.variant]}`}
    >
      {props.children}
    </ActionButton>
  );
}
