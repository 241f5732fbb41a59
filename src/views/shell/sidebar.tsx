import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { itemState, type Screen, sidebar, type SidebarItem, whyGreyed } from '../../model/navigation/routes.ts';
import type { HostConfig, System } from '../../model/entities/system.ts';
import { Greyed } from '../controls/greyed.tsx';
import {
  ChevronIcon,
  AnimalIcon,
  BellIcon,
  DownloadIcon,
  HistoryIcon,
  HomeIcon,
  MenuIcon,
  ModemIcon,
  PeopleIcon,
  PersonIcon,
  ReceiverIcon,
  SlidersIcon,
  TransmitterIcon,
} from './shell-icons.tsx';
import styles from './sidebar.module.css';

const icons: Record<string, typeof HomeIcon> = {
  dashboard: HomeIcon,
  account: PersonIcon,
  alarms: BellIcon,
  animals: AnimalIcon,
  transmitters: TransmitterIcon,
  receivers: ReceiverIcon,
  modems: ModemIcon,
  download: DownloadIcon,
  collaborators: PeopleIcon,
  advanced: SlidersIcon,
  changelog: HistoryIcon,
};

type Props = {
  system: Pick<System, 'mitasId' | 'demo' | 'RoleId'>;
  config: HostConfig['sidebar'];
  /** The path within the system, e.g. 'receivers/stream'. */
  current: string;
  personName: string;
  /** True while the sidebar is collapsed to icons, with the names as their titles. */
  icons: boolean;
  /** Expands the sidebar for an item with a sublist, which does not fit among icons. */
  onExpand: () => void;
  onNavigate: () => void;
  onLogOut: () => void;
  /** Returns the undo and redo buttons, shown above the screens on a phone; null on wider screens. */
  tools: ((inMenu: boolean, onPress: () => void) => ReactNode) | null;
};

/**
 * The items of NAV-4, disabled or hidden as the system requires (NAV-6). The account item shows the person's
 * name and contains the logout.
 */
export function Sidebar({ tools, ...props }: Props) {
  return (
    <nav aria-label="Main" className={props.icons ? styles.icons : undefined}>
      <ul>
        {tools?.(true, props.onNavigate)}
        {sidebar.map((item) =>
          itemState(item.id, props.system, props.config) === 'hidden' ? null : <Item key={item.id} item={item} {...props} />,
        )}
      </ul>
    </nav>
  );
}

type ItemProps = Omit<Props, 'tools'>;

function Item(props: ItemProps & { item: SidebarItem }) {
  const { item } = props;
  const label = item.id === 'account' ? props.personName : item.label;
  const Icon = icons[item.id] ?? MenuIcon;
  const why = whyGreyed(item.id, props.system, props.config);
  const holdsCurrent = item.screens.some((screen) => screen.path === props.current);
  const [choice, setChoice] = useState<boolean | null>(null);
  const only = item.screens.length === 1 ? item.screens[0] : undefined;

  if (why !== null) return <li>{greyedItem(props, label, <Icon />, why)}</li>;
  if (only) return <li>{screenLink(props, only, label, <Icon />, item.name)}</li>;
  const expanded = !props.icons && (choice ?? holdsCurrent);
  const toggle = () => {
    setChoice(!expanded);
    if (props.icons) props.onExpand();
  };
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-expanded={expanded}
        aria-current={holdsCurrent && !expanded ? 'true' : undefined}
        {...tipOf(props, label)}
        onClick={toggle}
      >
        <Icon />
        <span className={`ellipsis grows ${styles.label}`}>{label}</span>
        <span className={styles.chevron}>
          <ChevronIcon size={16} />
        </span>
      </button>
      {expanded ? (
        <ul className={styles.sublist}>
          {item.screens.map((screen) => {
            if (itemState(screen.id, props.system, props.config) === 'hidden') return null;
            const whyNot = whyGreyed(screen.id, props.system, props.config);
            return (
              <li key={screen.id}>
                {whyNot === null ? screenLink(props, screen, screen.label, null) : greyedItem(props, screen.label, null, whyNot)}
              </li>
            );
          })}
        </ul>
      ) : null}
    </li>
  );
}

/**
 * Returns the props that name an item shown as an icon, as a tooltip and for assistive technology (NAV-27).
 */
function tipOf({ icons }: ItemProps, label: string, name?: string) {
  return { 'aria-label': name, title: name ?? (icons ? label : undefined) };
}

/**
 * Draws a greyed item. If it is an icon, its name is in the same tooltip as the reason: two tooltips would
 * overlap.
 */
function greyedItem(props: ItemProps, label: string, icon: ReactNode, why: string) {
  return (
    <Greyed hasOwnLook why={props.icons ? `${label}: ${why}` : why}>
      <span className={styles.item} role="link" tabIndex={0} aria-label={label}>
        {icon}
        <span className={`ellipsis grows ${styles.label}`}>{label}</span>
      </span>
    </Greyed>
  );
}

function screenLink(props: ItemProps, screen: Screen, label: string, icon: ReactNode, name?: string) {
  const content = (
    <>
      {icon}
      <span className={`ellipsis grows ${styles.label}`}>{label}</span>
    </>
  );
  if (screen.id === 'account/logout') {
    return (
      <button type="button" className={styles.item} onClick={props.onLogOut}>
        {content}
      </button>
    );
  }
  return (
    <Link
      href={screenUrl(props.system.mitasId, screen.path)}
      className={styles.item}
      aria-current={screen.path === props.current ? 'page' : undefined}
      {...tipOf(props, label, name)}
      onClick={props.onNavigate}
    >
      {content}
    </Link>
  );
}
