import * as v from 'valibot';
import { dumpExtras, dumpFileNameSchema, dumpFileSchema, dumpFileTypes, dumpQuotaSchema } from '../entities/dump-file.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { spanMs } from '../fields/instant-fields.ts';
import { rowIds } from '../fields/value-fields.ts';

/** The contacts that a file contains; without `rxIds`, those of all receivers. */
const filters = v.object({ dateRange: spanMs, rxIds: v.optional(v.nullable(rowIds), null) });
const fileType = v.picklist(dumpFileTypes);
/** The extra columns of a CSV, after the usual ones. */
const columns = v.optional(v.pipe(v.array(v.picklist(dumpExtras)), v.maxLength(dumpExtras.length)), []);

/** CALL-3: the calls about data files. */
export const fileCalls = calls({
  listDumpFiles: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: viewer },
    reply: v.object({ fileList: v.array(dumpFileSchema), quota: dumpQuotaSchema }),
  },
  createDumpFile: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: researcher },
    body: v.object({ fileName: dumpFileNameSchema, filters, fileType, columns }),
    reply: v.object({ fileEntryInfo: dumpFileSchema }),
  },
  estimateDumpFile: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/ftp/estimate',
    access: { role: researcher },
    body: v.object({ filters, fileType, columns }),
    /** `bytes` is the estimated size after compression. */
    reply: v.object({ rows: v.number(), bytes: v.number(), quota: dumpQuotaSchema }),
  },
  deleteDumpFile: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}',
    access: { role: researcher },
    reply: v.object({ fileEntryInfo: v.optional(dumpFileSchema) }),
  },
  getDumpFile: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}',
    access: { role: viewer },
    reply: v.object({ fileEntryInfo: dumpFileSchema }),
  },
  /** Sets a cookie for the path of this file. For one minute, the browser may download the file with it. */
  passDumpDownload: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}/download-pass',
    access: { role: viewer },
    reply: message,
  },
  downloadDumpFile: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}/download',
    access: { role: viewer },
    reply: v.unknown(),
    binary: true,
  },
});
