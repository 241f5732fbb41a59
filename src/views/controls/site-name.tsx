import type { Site } from '../../model/entities/site.ts';
import { Swatch } from './swatch.tsx';
import styles from './site-name.module.css';

/** Names a site above its receivers and counts them. If there is no site, it says 'Without a site'. */
export function SiteName({ site, count }: { site: Site | null | undefined; count: number }) {
  const name = site?.alias ?? 'Without a site';
  return (
    <>
      <Swatch color={site?.color} of="site" pointStyle={site?.pointStyle} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.count}>{count === 1 ? '1 receiver' : `${count} receivers`}</span>
    </>
  );
}
