import styles from './shell.module.css';

/** The year this version was released; a view does not read the clock. */
const releaseYear = 2026;

/** NAV-10: footer with company name and year. */
export function Footer() {
  return <footer className={styles.footer}>© {releaseYear} Telemetry Console</footer>;
}
