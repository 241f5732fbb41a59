import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import type { DetectionPageRef } from '../../machines/detection-page/detection-page-machine.ts';
import { detectionAddress, placeOfTab } from '../../model/detection/detection-address.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { icon } from '../controls/draw-icon.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useAddress } from '../session/use-address.ts';
import { ConfigHistory } from './config-history.tsx';
import { GuideDialog } from './guide-dialog.tsx';
import { ParameterForm } from './parameter-form.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { QuickGuide } from './quick-guide.tsx';
import { SaveCheck } from './save-check.tsx';
import { ReprocessingTab } from './reprocessing-tab.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';

const HelpIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M8 8a2 2 0 1 1 2.800 1.900c-.5.2-.8.600-.8 1.100v.3M10 13.700h.01" />
  </>,
);

/** The page for the settings of the detection algorithm and for reprocessing (DET-11). */
export default function DetectionView({ actor }: ScreenProps<DetectionPageRef>) {
  const [{ tab }, changeAddress] = useAddress(detectionAddress);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const config = useSelector(actor, ({ children }) => children.config);
  const reprocessing = useSelector(actor, ({ children }) => children.reprocessing);
  const isBroken = useSelector(actor, (snapshot) => snapshot.hasTag(tab === 'algorithm' ? 'configFailed' : 'reprocessingFailed'));
  return (
    <Page
      title="Detection Settings"
      about="How detections are found in contacts"
      actions={
        <>
          <LineNotice />
          <Button rank="quiet" aria-label="Guide to detection settings" onPress={() => setGuideOpen(true)}>
            <HelpIcon />
          </Button>
        </>
      }
    >
      <Tabs
        label="Detection Settings"
        tabs={[
          { key: 'algorithm', label: 'Algorithm Parameters' },
          { key: 'reprocessing', label: 'Reprocessing' },
        ]}
        selected={tab}
        onSelect={(chosen) => changeAddress(() => placeOfTab(chosen))}
      >
        <div className="stack gap-16 narrows">
          {isBroken ? <Broken /> : null}
          {tab === 'algorithm' && config !== undefined ? <Algorithm actor={config} /> : null}
          {tab === 'reprocessing' && reprocessing !== undefined ? <ReprocessingTab actor={reprocessing} config={config} /> : null}
        </div>
      </Tabs>
      {config === undefined ? null : <SaveCheck actor={config} />}
      <DialogHolder onDismiss={() => setGuideOpen(false)}>
        {isGuideOpen ? <GuideDialog onClose={() => setGuideOpen(false)} /> : null}
      </DialogHolder>
    </Page>
  );
}

const steps = [
  'Start from a preset: Strict leaves out most false detections, Permissive keeps weak and irregular signals.',
  'Adjust individual parameters and preview the effect on the last 7 days.',
  'Save. If the settings lose more than half of the detections, you are asked first. The new configuration counts from the next whole hour (UTC). Reprocess the data to apply it to earlier hours.',
];

function Algorithm({ actor }: { actor: DetectionConfigRef }) {
  const isGuideOpen = useSelector(actor, ({ context }) => context.isGuideOpen);
  const isLoaded = useSelector(actor, ({ context }) => context.form !== null);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('loadFailed'));
  const failure = useSelector(actor, ({ context }) => context.failure);
  return (
    <OneRetry>
      <QuickGuide isOpen={isGuideOpen} onToggle={() => actor.send({ type: 'guide.toggle' })} steps={steps} />
      {isLoaded ? (
        <ParameterForm actor={actor} />
      ) : (
        <Card label="Parameters">
          {hasFailed ? (
            <LoadFailure
              title="Could not load the detection settings"
              failure={failure}
              onRetry={() => actor.send({ type: 'settings.retry' })}
            />
          ) : (
            <Skeleton label="Loading the detection settings" bars={6} barHeight={72} />
          )}
        </Card>
      )}
      <ConfigHistory actor={actor} />
      <PreviewDialog actor={actor} />
    </OneRetry>
  );
}

/** Replaces the content of the open tab after a defect stopped it. */
function Broken() {
  return (
    <Card label="Detection Settings">
      <Notice title="This part of the page stopped working">Reload the page.</Notice>
    </Card>
  );
}
