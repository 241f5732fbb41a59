import { useProvider } from '@adobe/react-spectrum/Provider';
import { type ReactNode, type RefObject, useRef } from 'react';
import { type AriaButtonProps, useButton } from 'react-aria/useButton';
import styles from './button.module.css';

type Props = Omit<AriaButtonProps, 'children'> & {
  /** Use 'primary' once per page or dialog, 'quiet' for tools, and 'destructive' to remove something. */
  rank?: 'primary' | 'secondary' | 'quiet' | 'destructive';
  /**
   * True while the host answers the button's request: the button keeps the focus and does nothing (FORM-12).
   */
  isBusy?: boolean;
  /**
   * True if the button cannot be pressed, for a reason shown beside it: it takes the focus and does nothing
   * (FORM-11).
   */
  isHeld?: boolean;
  ref?: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
};

/**
 * The button for everything that looks like one (LOOK-34). It reacts like Spectrum's button but has its own
 * few styles. Spectrum's brings slots, icons and related components: 3 kB more than the login's budget
 * allows.
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
