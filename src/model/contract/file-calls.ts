import * as v from 'valibot';
import { dumpFileNameSchema, dumpFileSchema } from '../entities/dump-file.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { spanMs } from './instant-fields.ts';

/** CALL-3: data files. */
export const fileCalls = calls({
  listDumpFiles: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: viewer },
    reply: v.object({ fileList: v.array(dumpFileSchema) }),
  },
  createDumpFile: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: researcher },
    body: v.object({
      fileName: dumpFileNameSchema,
      filters: v.object({ dateRange: spanMs }),
      fileType: v.picklist(['CSV', 'OrionTool']),
    }),
    reply: v.object({ fileEntryInfo: dumpFileSchema }),
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
  downloadDumpFile: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}/download',
    access: { role: viewer },
    reply: v.unknown(),
    binary: true,
  },
});
