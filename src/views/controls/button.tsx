import { useProvider } from '@adobe/react-spectrum/Provider';
import { type ReactNode, type RefObject, useRef } from 'react';
import { type AriaButtonProps, useButton } from 'react-aria/useButton';
import styles from './button.module.css';

type Props = Omit<AriaButtonProps, 'children'> & {
  /** One primary one to a page or a dialog; a quiet one is a tool; a destructive one takes something away. */
  rank?: 'primary' | 'secondary' | 'quiet' | 'destructive';
  /** While what it asked for is answered: it keeps the focus, and does nothing (FORM-12). */
  isBusy?: boolean;
  /** While it cannot be pressed, which is said beside it: it takes the focus, and does nothing (FORM-11). */
  isHeld?: boolean;
  ref?: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
};

/**
 * Every button that looks like one (LOOK-34). It presses like Spectrum's, but is drawn by its own few rules:
 * Spectrum's bring slots, icons and related components along, 3 kB that the login's budget does not hold.
 */
export function Button({ rank = 'secondary', isBusy, isHeld, ref, children, ...own }: Props) {
  const place = useRef<HTMLButtonElement>(null);
  const button = ref ?? place;
  const { isDisabled } = useProvider();
  const props = { isDisabled, ...own };
  const { onPress: _press, type: _type, ...idle } = props;
  const isIdle = isBusy || isHeld;
  const { buttonProps } = useButton(isIdle ? idle : props, button);
  return (
    <button
      {...buttonProps}
      ref={button}
      className={`${styles.button} ${styles[rank]}`}
      aria-disabled={isIdle || buttonProps['aria-disabled']}
      data-busy={isBusy}
    >
      {children}
    </button>
  );
}
