import { icon } from './draw-icon.tsx';

/** Icons for states and small actions. */
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const WarningIcon = icon(<path d="M10 3 2.5 16.500h15zM10 8v4M10 14.300h.01" />);
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.500v4M10 6.500h.01" />
  </>,
);
export const CrossCircleIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="m7.5 7.5 5 5m0-5-5 5" />
  </>,
);
export const CheckCircleIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="m6.8 10.2 2.2 2.3 4.2-4.8" />
  </>,
);
