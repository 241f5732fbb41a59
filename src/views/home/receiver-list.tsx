import { useSelector } from '@xstate/react';
import { memo, useState } from 'react';
import { renameSite } from '../../model/journal/edits.ts';
import { aliasMaxLength } from '../../model/entities/receiver.ts';
import type { Site } from '../../model/entities/site.ts';
import type { System } from '../../model/entities/system.ts';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { PartBoundary } from '../controls/parts.tsx';
import { SiteName } from '../controls/site-name.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { UnsavedMark } from '../session/unsaved-mark.tsx';
import { RenameButton } from './rename-button.tsx';
import { ReceiverRow } from './receiver-row.tsx';
import styles from './receiver-list.module.css';
import { later } from '../controls/later.tsx';

const RenameField = later(() => import('../controls/rename-field.tsx'));

type Props = { selected: number | null; onSelect: (rxId: number) => void; onReload: () => void };

/**
 * Lists receivers by site with status and health (NAV-16, RX-26); one can be selected. The list knows only
 * which receivers each site has. Each row reads its own receiver from the read models, so that a change to
 * one receiver redraws only its row (SPEED-10).
 */
export function ReceiverList(props: Props) {
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const editable = useReadModel(({ account }) => mayEdit(selectedSystem(account)));
  return (
    <div className={styles.sites}>
      <Headings editable={editable} />
      {groups.map(({ site, rxIds }) => (
        <section key={site?.id ?? 'none'} aria-label={site?.alias ?? 'Without a site'}>
          <SiteHeading site={site} count={rxIds.length} editable={editable} onReload={props.onReload} />
          <ul>
            {rxIds.map((rxId) => (
              <ReceiverRow
                key={rxId}
                rxId={rxId}
                selected={props.selected === rxId}
                editable={editable}
                onSelect={props.onSelect}
                onReload={props.onReload}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/**
 * Headings above all sites. They are hidden from screen readers, because each row names its values itself.
 */
function Headings({ editable }: { editable: boolean }) {
  return (
    <div className={styles.headings} aria-hidden="true">
      <span className={styles.named}>Receiver</span>
      <span className={styles.headedStatus}>Status</span>
      {editable ? <span className={styles.headedTools}>Enabled</span> : null}
    </div>
  );
}

/** Returns whether the person's role may change receivers and sites. If not, no controls are shown. */
function mayEdit(system: System | undefined): boolean {
  return system !== undefined && hasRole(system.RoleId, researcher);
}

type HeadingProps = { site: Site | null; count: number; editable: boolean; onReload: () => void };

const SiteHeading = memo(function SiteHeading(props: HeadingProps) {
  const { site } = props;
  const { session, operations } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const [renaming, setRenaming] = useState(false);
  const editable = props.editable && site !== null;
  return (
    <div className={styles.siteLine} data-editable={editable}>
      {editable && renaming ? (
        <PartBoundary waiting={null} onRetry={props.onReload}>
          <RenameField
            name={site.alias}
            maxLength={aliasMaxLength}
            onRename={(alias) => operations?.send({ type: 'operations.edit', edit: renameSite(mitasId, site, alias) })}
            onClose={() => setRenaming(false)}
          />
        </PartBoundary>
      ) : (
        <h3 className={styles.site}>
          <SiteName site={site} count={props.count} />
        </h3>
      )}
      <UnsavedMark of="site" id={site?.id ?? null} />
      {editable && !renaming ? <RenameButton name={site.alias} onPress={() => setRenaming(true)} /> : null}
    </div>
  );
});
