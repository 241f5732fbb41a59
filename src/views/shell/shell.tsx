import { type ReactNode, useRef, useState } from 'react';
import type { HostConfig, System } from '../../model/entities/system.ts';
import { Button } from '../controls/button.tsx';
import { useMedia } from '../controls/use-media.ts';
import { ChevronIcon, MenuIcon, MoonIcon, SunIcon } from './shell-icons.tsx';
import { Brand } from './brand.tsx';
import './print.css';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

type Props = {
  system: Pick<System, 'mitasId' | 'commonName' | 'demo' | 'RoleId'> | undefined;
  sidebar: HostConfig['sidebar'];
  path: string;
  personName: string;
  darkMode: boolean;
  /** Returns the undo and redo buttons, for the bar or, on a phone, for the drawer. */
  undo: (inMenu: boolean, onPress: () => void) => ReactNode;
  /** The bell, if there is one. */
  notifications: ReactNode;
  banner: ReactNode;
  children: ReactNode;
  onDarkMode: (darkMode: boolean) => void;
  onChooseSystem: () => void;
  onLogOut: () => void;
};

/** Below this width the sidebar is a drawer (LOOK-5); shell.module.css says the same. */
const narrowQuery = '(width < 900px)';

/**
 * The frame of every screen (NAV-10, LOOK-5): top bar, sidebar, content, footer. Collapsing the sidebar and
 * opening the drawer are separate: a phone turned on its side shows the sidebar as it was left.
 */
export function Shell(props: Props) {
  const narrow = useMedia(narrowQuery);
  const [collapsed, setCollapsed] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const inDrawer = narrow && drawerOpen && props.system !== undefined;
  const icons = !narrow && collapsed;
  const closeDrawer = () => {
    if (!inDrawer) return;
    setDrawerOpen(false);
    // The focused element disappears with the drawer, so move the focus to the menu button.
    menu.current?.focus();
  };
  return (
    <div
      className={styles.shell}
      data-sidebar={icons ? 'icons' : 'whole'}
      data-drawer={inDrawer ? 'open' : 'closed'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeDrawer();
      }}
    >
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.top}>
        {props.system === undefined ? null : (
          <Button
            ref={menu}
            rank="quiet"
            aria-label="Menu"
            aria-controls="sidebar"
            aria-expanded={narrow ? drawerOpen : !collapsed}
            onPress={() => (narrow ? setDrawerOpen(!drawerOpen) : setCollapsed(!collapsed))}
          >
            <MenuIcon />
          </Button>
        )}
        <Brand className={styles.brand} nameClassName={styles.brandName} />
        <Button rank="quiet" onPress={props.onChooseSystem} aria-haspopup="dialog">
          <span className={styles.system}>{props.system?.commonName ?? 'Choose a system'}</span>
          <ChevronIcon size={14} />
        </Button>
        <span className="grows" />
        {narrow || props.system === undefined ? null : props.undo(false, () => {})}
        <Button
          rank="quiet"
          aria-label={props.darkMode ? 'Switch to light' : 'Switch to dark'}
          onPress={() => props.onDarkMode(!props.darkMode)}
        >
          {props.darkMode ? <SunIcon /> : <MoonIcon />}
        </Button>
        {props.notifications}
      </header>
      <div className={styles.side} id="sidebar">
        {props.system === undefined ? null : (
          <Sidebar
            system={props.system}
            config={props.sidebar}
            current={props.path}
            personName={props.personName}
            icons={icons}
            onExpand={() => setCollapsed(false)}
            onNavigate={closeDrawer}
            onLogOut={props.onLogOut}
            tools={narrow ? props.undo : null}
          />
        )}
      </div>
      <button type="button" className={styles.scrim} aria-label="Close the menu" onClick={closeDrawer} />
      <div className={styles.main}>
        {props.banner}
        <main className={styles.content} id="content" tabIndex={-1}>
          {props.children}
        </main>
        <Footer />
      </div>
    </div>
  );
}

/** The year in which this version was released. A view does not read the clock. */
const releaseYear = 2026;

/** NAV-10: footer with company name and year. */
function Footer() {
  return <footer className={styles.footer}>© {releaseYear} Telemetry Console</footer>;
}
