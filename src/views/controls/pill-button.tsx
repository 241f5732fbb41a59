import { type ReactNode, useRef } from 'react';
import { useButton } from 'react-aria/useButton';
import styles from './pill-button.module.css';

type Props = {
  variant: 'accent' | 'secondary';
  type?: 'button' | 'submit';
  isDisabled?: boolean;
  /** While what it asked for is answered: it keeps the focus, and does nothing (FORM-12). */
  isBusy?: boolean;
  onPress?: () => void;
  children: ReactNode;
};

/**
 * The button of the first page. It looks like Spectrum's Button and presses like it, but is drawn by its own
 * few rules: Spectrum's own buttons bring slots, icons and the class names of related components along, 3 kB
 * that the login's budget does not hold.
 */
export function PillButton({ variant, isBusy, children, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { buttonProps } = useButton(isBusy ? {} : props, button);
  return (
    <button {...buttonProps} aria-disabled={isBusy} ref={button} className={`${styles.pill} ${styles[variant]}`}>
      {children}
    </button>
  );
}
