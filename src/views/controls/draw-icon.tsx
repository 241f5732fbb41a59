import type { ReactNode } from 'react';

/**
 * The console's own small icons, drawn on a 20-pixel grid. Spectrum's workflow icons weigh a kilobyte each;
 * these are on the first screens, whose size is a budget. Decorative: the word beside an icon says what it
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
