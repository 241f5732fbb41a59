import type { Receiver } from '../entities/receiver.ts';
import type { Site } from '../entities/site.ts';
import type { Edit } from './edits.ts';

/*
  The edits that only the receivers page offers; only that page loads this file. They are requested like those
  of edits.ts.
*/

type Named = { id: number; alias: string };

export function recolourReceiver(
  mitasId: string,
  { id, alias, color: oldColor }: Named & Pick<Receiver, 'color'>,
  color: string,
): Edit {
  return {
    call: 'recolourReceiver',
    request: { params: { mitasId, id }, body: { oldColor, newColor: color } },
    items: [{ kind: 'receiver.recoloured', id, after: { color } }],
    key: `receiver ${id} color`,
    failureText: "Could not change the receiver's colour",
    doneText: `${alias} has a new colour`,
  };
}

export function setReceiverIp(
  mitasId: string,
  { id, alias, ipAddress: oldIp }: Named & Pick<Receiver, 'ipAddress'>,
  ipAddress: string,
): Edit {
  return {
    call: 'setReceiverIp',
    request: { params: { mitasId, id }, body: { oldIp, newIp: ipAddress } },
    items: [{ kind: 'receiver.ipChanged', id, after: { ipAddress } }],
    key: `receiver ${id} ipAddress`,
    failureText: "Could not change the receiver's IP address",
    doneText: ipAddress === '' ? `${alias} has no IP address` : `${alias} has the IP address ${ipAddress}`,
  };
}

export function setReceiverPort(
  mitasId: string,
  { id, alias, portNumber: oldPort }: Named & Pick<Receiver, 'portNumber'>,
  portNumber: number,
): Edit {
  return {
    call: 'setReceiverPort',
    request: { params: { mitasId, id }, body: { oldPort, newPort: portNumber } },
    items: [{ kind: 'receiver.portChanged', id, after: { portNumber } }],
    key: `receiver ${id} portNumber`,
    failureText: "Could not change the receiver's port",
    doneText: `${alias} has the port ${portNumber}`,
  };
}

/** Moves a receiver to another site; `SiteId` is the current one, null for none. */
export function moveReceiver(
  mitasId: string,
  { id, alias, SiteId: oldSiteId }: Named & Pick<Receiver, 'SiteId'>,
  { id: newSiteId, alias: siteAlias }: Named,
): Edit {
  return {
    call: 'moveReceiver',
    request: { params: { mitasId, id }, body: { newSiteId, oldSiteId } },
    items: [{ kind: 'receiver.moved', id, after: { SiteId: newSiteId } }],
    key: `receiver ${id} SiteId`,
    failureText: 'Could not move the receiver',
    doneText: `${alias} moved to ${siteAlias}`,
  };
}

/** Creates a site. The page shows it only after the host has given it an id. */
export function createSite(mitasId: string, alias: string): Edit {
  return {
    call: 'createSite',
    request: { params: { mitasId }, body: { newSiteName: alias } },
    items: [],
    key: `site ${alias} created`,
    failureText: 'Could not create the site',
    doneText: `Site ${alias} created`,
  };
}

export function recolourSite(mitasId: string, { id, alias, color: oldColor }: Named & Pick<Site, 'color'>, color: string): Edit {
  return {
    call: 'recolourSite',
    request: { params: { mitasId, id }, body: { oldColor, newColor: color } },
    items: [{ kind: 'site.recoloured', id, after: { color } }],
    key: `site ${id} color`,
    failureText: "Could not change the site's colour",
    doneText: `${alias} has a new colour`,
  };
}

export function setSitePointStyle(
  mitasId: string,
  { id, alias, pointStyle: oldPointStyle }: Named & Pick<Site, 'pointStyle'>,
  pointStyle: Extract<Edit, { call: 'setSitePointStyle' }>['request']['body']['newPointStyle'],
): Edit {
  return {
    call: 'setSitePointStyle',
    request: { params: { mitasId, id }, body: { oldPointStyle, newPointStyle: pointStyle } },
    items: [{ kind: 'site.pointStyleChanged', id, after: { pointStyle } }],
    key: `site ${id} pointStyle`,
    failureText: "Could not change the site's point style",
    doneText: `${alias} has a new point style`,
  };
}

export function deleteSite(mitasId: string, { id, alias }: Named): Edit {
  return {
    call: 'deleteSite',
    request: { params: { mitasId }, query: { siteId: id } },
    items: [{ kind: 'site.deleted', id, after: null }],
    key: `site ${id}`,
    failureText: 'Could not delete the site',
    doneText: `Site ${alias} deleted`,
  };
}
