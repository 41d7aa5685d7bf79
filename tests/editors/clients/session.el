;;; A session in Emacs: Eglot with the set-up of editors/emacs.  -*- lexical-binding: t; -*-
(require 'cl-lib)
(package-initialize)
(require 'probity)
(require 'flymake)

(setq probity-program (getenv "PROBITY_BIN")
      probity-eglot nil ; a batch has no commands after which it would begin
      eglot-sync-connect 10
      eglot-autoshutdown nil
      make-backup-files nil
      create-lockfiles nil)

(defun session-eventually (what ready)
  "Wait until READY gives something, and give it; WHAT is said if it does not."
  (let ((end (+ (float-time) 10)) found)
    (while (not (setq found (funcall ready)))
      (when (> (float-time) end) (error "%s: it did not become so" what))
      (accept-process-output nil 0.01))
    found))

(defun session-same (found wanted what)
  (unless (equal found wanted) (error "%s: expected %S, found %S" what wanted found)))

(defun session-open (file)
  (find-file file)
  (unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))
  (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
  (flymake-mode 1))

(defun session-mistakes ()
  (flymake-start)
  (mapcar (lambda (one) (buffer-substring-no-properties (flymake-diagnostic-beg one) (flymake-diagnostic-end one)))
          (flymake-diagnostics)))

(defun session-replace (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t)
  (run-hooks 'post-command-hook)
  (eglot--signal-textDocument/didChange))

(defun session-run ()
  (session-open "Counter.mch")
  (session-same major-mode 'probity-b-mode "the mode")
  (session-same (plist-get (eglot--TextDocumentItem) :languageId) "b" "the language")
  (session-replace "BEGIN count" "BEGIN coumt")
  (session-same (session-eventually "a mistake" #'session-mistakes) '("coumt") "the mistake")
  (session-replace "BEGIN coumt" "BEGIN count")
  (session-eventually "no mistake" (lambda () (null (session-mistakes))))
  (dolist (case '(("valve.eventb" probity-eventb-mode "opem") ("hold.csp" probity-csp-mode "HOLDS")))
    (session-open (nth 0 case))
    (session-same major-mode (nth 1 case) "the mode")
    (session-same (session-eventually "a mistake" #'session-mistakes) (list (nth 2 case)) "the mistake"))
  (dolist (file '("Counter.mch" "valve.eventb" "hold.csp"))
    (with-current-buffer file (set-buffer-modified-p nil)))
  (eglot-shutdown (with-current-buffer "Counter.mch" (eglot-current-server))))

(let ((inhibit-message t)) (session-run))
(kill-emacs 0)
