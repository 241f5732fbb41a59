import { icon } from '../controls/draw-icon.tsx';

/** The icons of the sidebar and the top bar. */
export const HomeIcon = icon(<path d="M3 9.5 10 3.5l7 6M5 8.5V16h3.5v-4h3v4H15V8.5" />);
export const PersonIcon = icon(
  <>
    <circle cx="10" cy="6.5" r="3" />
    <path d="M4 16.5c.6-3.2 3-5 6-5s5.4 1.8 6 5" />
  </>,
);
export const AnimalIcon = icon(
  <>
    <path d="M3 10.500c2.5-4 8-5 11.5-.5C11 14.5 5.5 14 3 10.500Z" />
    <path d="m14.2 10 3-2.500v5.500z" />
    <path d="M7 9.500h.01" />
  </>,
);
export const TransmitterIcon = icon(
  <>
    <circle cx="10" cy="10" r="1.6" />
    <path d="M6.5 6.500a5 5 0 0 0 0 7M13.5 6.500a5 5 0 0 1 0 7M4 4a8.5 8.5 0 0 0 0 12M16 4a8.5 8.5 0 0 1 0 12" />
  </>,
);
export const ReceiverIcon = icon(
  <>
    <path d="M10 7.500v9M6.5 16.500h7" />
    <path d="m5 3 5 4.500L15 3M10 7.5 7 3M10 7.5 13 3" />
  </>,
);
export const ModemIcon = icon(
  <>
    <rect x="3" y="11" width="14" height="5" rx="1.5" />
    <path d="M6 13.500h.01M9 13.500h.01M14 11V5M11.5 7a3.5 3.5 0 0 1 5 0" />
  </>,
);
export const DownloadIcon = icon(<path d="M10 3v9m0 0 3.5-3.500M10 12 6.5 8.500M4 15.500h12" />);
export const PeopleIcon = icon(
  <>
    <circle cx="7.5" cy="7" r="2.5" />
    <path d="M2.5 16c.5-2.8 2.5-4.5 5-4.500s4.5 1.7 5 4.500M12.5 4.700a2.5 2.5 0 0 1 0 4.600M14 11.800c2 .5 3.2 2 3.5 4.2" />
  </>,
);
export const SlidersIcon = icon(<path d="M3 6h8m4 0h2M3 14h2m4 0h8M11 4v4h4V4zM5 12v4h4v-4z" />);
export const HistoryIcon = icon(
  <>
    <path d="M3.5 10a6.5 6.5 0 1 1 2 4.700M3.5 16.500v-3h3" />
    <path d="M10 6.500V10l2.5 1.5" />
  </>,
);
export const MenuIcon = icon(<path d="M3 5.500h14M3 10h14M3 14.500h14" />);
export const BellIcon = icon(<path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.500h-13zM8.5 17.500h3" />);
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.500v1.800m0 11.400v1.800M2.5 10h1.800m11.4 0h1.800M4.7 4.7 6 6m8 8 1.3 1.300m0-10.600L14 6m-8 8-1.3 1.3" />
  </>,
);
export const MoonIcon = icon(<path d="M16 12.200A6.8 6.8 0 0 1 7.8 4a6.5 6.5 0 1 0 8.2 8.200Z" />);
export const UndoIcon = icon(<path d="M7.5 4 4 7.500 7.5 11M4 7.500h7.500a4.500 4.500 0 0 1 0 9H8" />);
export const RedoIcon = icon(<path d="M12.500 4 16 7.500 12.500 11M16 7.500H8.500a4.500 4.500 0 0 0 0 9H12" />);
export const ChevronIcon = icon(<path d="m7 5 5 5-5 5" />);
