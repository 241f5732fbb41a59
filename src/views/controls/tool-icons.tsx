import { icon } from './draw-icon.tsx';

/** Icons for states and tools; the first page uses none of them. */
export const CheckIcon = icon(<path d="m4 10.5 4 4 8-9" />);
export const DownloadIcon = icon(<path d="M10 3v9m-4-4 4 4 4-4M4 16h12" />);
export const PencilIcon = icon(<path d="M4 16v-3L13 4l3 3-9 9zM11 6l3 3" />);
export const MoreIcon = icon(<path d="M4 10h.01M10 10h.01M16 10h.01" strokeWidth="3" />);
export const MinusCircleIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M7 10h6" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4l2.500 2" />
  </>,
);
export const PlugIcon = icon(
  <>
    <path d="M7 3v4m6-4v4M5.5 7h9v2.500a4.5 4.5 0 0 1-9 0zM10 14v3" />
  </>,
);
export const RebootIcon = icon(<path d="M15.5 6.500A6.5 6.5 0 1 0 16.5 11M16 3v4h-4" />);
