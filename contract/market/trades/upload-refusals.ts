/** Refusals of files. */
export const UPLOAD_REFUSALS = {
  "upload.not_found": 404,
  "upload.count_limit": 422,
  "upload.size_limit": 413,
  "upload.broken_image": 422,
  "upload.broken_pdf": 422,
  "upload.picture_pixels": 422,
  "upload.too_heavy": 422,
  "upload.busy": 503,
  "upload.locked_pdf": 422,
  "upload.active_pdf": 422,
  "upload.empty_pdf": 422,
  "upload.pdf_page_limit": 422,
  "upload.not_accepted": 422,
} as const;
