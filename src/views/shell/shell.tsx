import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { type ReactNode, useState } from 'react';
import type { HostConfig, System } from '../../model/entities/system.ts';
import { ChevronIcon } from '../controls/icons.tsx';
import { MenuIcon, MoonIcon, SunIcon } from './shell-icons.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

type Props = {
  system: Pick<System, 'mitasId' | 'commonName' | 'demo' | 'RoleId'> | undefined;
  sidebar: HostConfig['sidebar'];
  path: string;
  personName: string;
  darkMode: boolean;
  /** The bell, where there is one. */
  notifications: ReactNode;
  banner: ReactNode;
  children: ReactNode;
  onDarkMode: (darkMode: boolean) => void;
  onChooseSystem: () => void;
  onLogOut: () => void;
};

/** The frame of every screen (spec §2, Shell): top bar, sidebar, content, footer. */
export function Shell(props: Props) {
  const [collapsed, setCollapsed] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const toggle = () => {
    setCollapsed(!collapsed);
    setDrawerOpen(!drawerOpen);
  };
  return (
    <div
      className={styles.shell}
      data-sidebar={collapsed ? 'icons' : 'whole'}
      data-drawer={drawerOpen ? 'open' : 'closed'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDrawerOpen(false);
      }}
    >
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.top}>
        <ActionButton isQuiet aria-label="Menu" onPress={toggle}>
          <MenuIcon />
        </ActionButton>
        <Brand className={styles.brand} nameClassName={styles.brandName} />
        <ActionButton isQuiet onPress={props.onChooseSystem} aria-haspopup="dialog">
          <span className={styles.systemButton}>
            <span className={styles.system}>{props.system?.commonName ?? 'Choose a system'}</span>
            <ChevronIcon size={14} />
          </span>
        </ActionButton>
        <span className={styles.spacer} />
        <ActionButton
          isQuiet
          aria-label={props.darkMode ? 'Switch to light' : 'Switch to dark'}
          onPress={() => props.onDarkMode(!props.darkMode)}
        >
          {props.darkMode ? <SunIcon /> : <MoonIcon />}
        </ActionButton>
        {props.notifications}
      </header>
      <div className={styles.side}>
        {props.system === undefined ? null : (
          <Sidebar
            system={props.system}
            config={props.sidebar}
            current={props.path}
            personName={props.personName}
            collapsed={collapsed}
            onNavigate={() => setDrawerOpen(false)}
            onLogOut={props.onLogOut}
          />
        )}
      </div>
      <button type="button" className={styles.scrim} aria-label="Close the menu" onClick={toggle} />
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
