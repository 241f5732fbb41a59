import type { ReactNode } from 'react';

/**
 * Makes one of the console's own small icons, on a 20-pixel grid. Spectrum's icons weigh a kilobyte each, too
 * much for the size budget of the first screens. The icons are decorative: the word beside each says what it
 * means.
 */
export function icon(children: ReactNode) {
  return function Icon(props: { size?: number }) {
    const size = props.size ?? 20;
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </svg>
    );
  };
}
